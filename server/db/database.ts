import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './migrate';
import { openSqlite } from './sqlite';
import type { Tables } from './tables';

// Counts and epoch milliseconds fit a double; PostgreSQL would hand them over as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** A connection or a transaction. On SQLite there is one connection: inside a transaction only the transaction may be used. */
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
  // An idle connection that breaks is replaced at the next query, which reports what is wrong; unheard it would end the process.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}
