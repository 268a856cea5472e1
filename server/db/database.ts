import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './migrate';
import { openSqlite } from './sqlite';
import type { Tables } from './tables';

// Counts and epoch milliseconds fit into a double; by default pg returns them as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** A connection or a transaction. SQLite has a single connection: inside a transaction only the transaction may be used. */
export type Database = Kysely<Tables>;

/** Opens and migrates a database. @param address a file, `:memory:`, or `postgres://…` */
export async function openDatabase(address: string): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: dialectOf(address) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

function dialectOf(address: string) {
  if (!address.startsWith('postgres')) return new SqliteDialect({ database: openSqlite(address) });
  const pool = new pg.Pool({ connectionString: address, max: 20, connectionTimeoutMillis: 5000 });
  // A broken idle connection is replaced at the next query, which reports problems; without a listener the error would end the process.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}
