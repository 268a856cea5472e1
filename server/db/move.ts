import { existsSync, renameSync } from 'node:fs';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { insertMany } from './bulk';
import { type Database, openDatabase } from './database';
import type { Tables } from './tables';

/** Rows per read and write, and per line in the log. */
const ROWS_AT_ONCE = 1000;
const ROWS_A_LINE = 50_000;

interface Move {
  file: string;
  /** Locks the file against other processes. @throws if one has it @returns a function that unlocks it */
  lock: () => () => void;
  log: Logger;
}

type Row = Record<string, unknown>;

/**
 * Moves everything from a SQLite file into an unused PostgreSQL, all or nothing, with unchanged ids.
 * The file is kept, as `….moved`. Does nothing without a file, or if PostgreSQL has an account.
 */
export async function moveInto(target: Database, { file, lock, log }: Move): Promise<void> {
  if (!existsSync(file)) return;
  const isMoved = await target.transaction().execute(async (trx) => {
    // Concurrently starting instances wait here for the one that moves the data; and nobody can register meanwhile.
    await sql`lock table "account" in exclusive mode`.execute(trx);
    const anyone = await trx.selectFrom('account').select('id').limit(1).executeTakeFirst();
    if (anyone || !existsSync(file)) return false;
    const unlock = lock();
    const source = await openDatabase(file);
    try {
      log.info({ file }, 'moving to PostgreSQL');
      await copyAll(source, trx, log);
    } finally {
      await source.destroy();
      unlock();
    }
    return true;
  });
  if (!isMoved) return;
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, `${file}.moved${part}`);
  log.info({ file: `${file}.moved` }, 'moved to PostgreSQL; the file is no longer used');
  await sql`analyze`.execute(target);
}

async function copyAll(source: Database, target: Database, log: Logger) {
  const tables = await tablesOf(source, target);
  // Rows that were written before there was an account.
  await sql`truncate ${sql.join(tables.map(sql.table))} restart identity cascade`.execute(target);
  for (const table of tables) {
    await copy(table, source, target, log).catch((error: Error) => {
      throw new Error(`the rows of ${table} cannot be moved to PostgreSQL: ${error.message}`, { cause: error });
    });
  }
  for (const { name, seq } of await countersOf(source))
    await sql`select setval(pg_get_serial_sequence(${`"${name}"`}, 'id'), ${seq})`.execute(target);
}

async function copy(table: keyof Tables, source: Database, target: Database, log: Logger) {
  let last = Number.MIN_SAFE_INTEGER;
  let moved = 0;
  for (;;) {
    const { rows } = await sql<Row & { rowid: number }>`
      select rowid as rowid, * from ${sql.table(table)} where rowid > ${last} order by rowid limit ${ROWS_AT_ONCE}`.execute(source);
    await insertMany(target, table, rows.map(storable) as never);
    moved += rows.length;
    if (rows.length < ROWS_AT_ONCE) break;
    last = (rows.at(-1) as { rowid: number }).rowid;
    if (moved % ROWS_A_LINE === 0) log.info({ table, rows: moved }, 'moving to PostgreSQL');
  }
  if (moved > 0) log.info({ table, rows: moved }, 'moved to PostgreSQL');
}

/** Tables that both have, in order of creation, so that a row is copied after the rows it refers to. */
async function tablesOf(source: Database, target: Database) {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table' order by rowid`.execute(source);
  const known = new Set((await target.introspection.getTables()).map(({ name }) => name));
  return rows.map(({ name }) => name as keyof Tables).filter((name) => known.has(name));
}

/** The highest id that each table has ever assigned. */
async function countersOf(source: Database) {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence where seq > 0`.execute(source);
  return rows;
}

// PostgreSQL cannot store U+0000.
const storable = ({ rowid, ...row }: Row & { rowid: number }): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value]),
  );
