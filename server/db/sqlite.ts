import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import type { SqliteDatabase } from 'kysely';
import { grams } from './grams';

/** Adapts `node:sqlite` to Kysely's SqliteDialect. Commits are durable when they return (synchronous = full). */
export function openSqlite(file: string): SqliteDatabase {
  if (file !== ':memory:') keepToOwner(file);
  const sqlite = new DatabaseSync(file, { timeout: 5000 });
  sqlite.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -65536; pragma mmap_size = 268435456',
  );
  // A page changed by many commits is copied back only once per checkpoint: device events cost a sixth less with 16 MB than with 4.
  sqlite.exec('pragma wal_autocheckpoint = 4000');
  sqlite.function('grams', { deterministic: true }, (applicationId: number, text: string) => grams(applicationId, text));
  const prepared = new Map<string, Prepared>();

  function prepare(sql: string): Prepared {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = sqlite.prepare(sql);
    const fresh = {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...(values as [])),
      run: (values: readonly unknown[]) => {
        // A full disk has rolled the transaction back already; another rollback would fail and hide the cause.
        if (sql === 'rollback' && !sqlite.isTransaction) return { changes: 0, lastInsertRowid: 0 };
        const { changes, lastInsertRowid } = statement.run(...(values as []));
        return { changes, lastInsertRowid };
      },
      // `iterate()` of node:sqlite crashes the process if it is garbage collected after the database was closed.
      iterate: (values: readonly unknown[]) => statement.all(...(values as [])).values() as IterableIterator<unknown>,
    };
    if (sql.length > LONGEST_KEPT) return fresh;
    if (prepared.size === MOST_KEPT) prepared.delete(prepared.keys().next().value as string);
    prepared.set(sql, fresh);
    return fresh;
  }

  // Prepared statements keep SQLite from the checkpoint it makes on close, after which the file alone is a complete copy.
  const close = () => {
    try {
      sqlite.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // The disk is full: the data stays in the write-ahead log.
    }
    sqlite.close();
  };
  return { close, prepare };
}

/** Only the owner may read the file, whatever the folder's mode. SQLite creates its other files with the mode of the database. */
function keepToOwner(file: string) {
  // An existing file is not opened: closing it would release SQLite's POSIX locks on it in this process.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
  for (const one of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      // Group access is kept: it was granted on purpose, e.g. for backups.
      if (existsSync(one) && (statSync(one).mode & 0o007) !== 0) chmodSync(one, 0o600);
    } catch {
      // The file belongs to another user, who decides about its mode.
    }
  }
}

type Prepared = ReturnType<SqliteDatabase['prepare']>;

/** Preparing a statement costs as much as running it: the newest ones are cached, except long ones with many rows. */
const MOST_KEPT = 500;
const LONGEST_KEPT = 8000;

/**
 * Locks a data folder against a second process: an exclusive transaction on a separate file, which the operating system releases however
 * the process ends.
 * @returns a function that unlocks the folder
 * @throws if another process has locked it
 */
export function lockFolder(file: string): () => void {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}
