import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import type { SqliteDatabase } from 'kysely';
import { grams } from './grams';

/** Lets Kysely's SqliteDialect drive the `node:sqlite` interface. Every commit is on the disk before it is answered (synchronous = full). */
export function openSqlite(file: string): SqliteDatabase {
  if (file !== ':memory:') keepToOwner(file);
  const sqlite = new DatabaseSync(file, { timeout: 5000 });
  sqlite.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -65536; pragma mmap_size = 268435456',
  );
  // A page that many commits change is copied back once for all of them: device events cost a sixth less with 16 MB than with 4.
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
        // A full disk has rolled the transaction back already; saying so again would hide why.
        if (sql === 'rollback' && !sqlite.isTransaction) return { changes: 0, lastInsertRowid: 0 };
        const { changes, lastInsertRowid } = statement.run(...(values as []));
        return { changes, lastInsertRowid };
      },
      // The library's own iterator ends the process when it is collected after the database was closed.
      iterate: (values: readonly unknown[]) => statement.all(...(values as [])).values() as IterableIterator<unknown>,
    };
    if (sql.length > LONGEST_KEPT) return fresh;
    if (prepared.size === MOST_KEPT) prepared.delete(prepared.keys().next().value as string);
    prepared.set(sql, fresh);
    return fresh;
  }

  // Prepared statements keep the library from closing for good, which would do this: so that the file alone is worth copying.
  const close = () => {
    try {
      sqlite.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // A full disk: the log beside the file is as good.
    }
    sqlite.close();
  };
  return { close, prepare };
}

/** Nobody else on the machine may read it, whoever made the folder. SQLite gives the files beside it the rights of the database. */
function keepToOwner(file: string) {
  // Not opened where it is there: closing it would let go of what SQLite has locked of it in this process.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
  for (const one of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      // Who let a group read it, for a copy, meant it.
      if (existsSync(one) && (statSync(one).mode & 0o007) !== 0) chmodSync(one, 0o600);
    } catch {
      // Somebody else's file: they decide who reads it.
    }
  }
}

type Prepared = ReturnType<SqliteDatabase['prepare']>;

/** Preparing a statement costs as much as running it: the newest ones are kept, but no long lists of rows. */
const MOST_KEPT = 500;
const LONGEST_KEPT = 8000;

/**
 * Keeps a second process off a data folder: an exclusive transaction on a file of its own, which the operating system lets go
 * however the process ends.
 * @returns lets go of the folder
 * @throws when another process has it
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
