import { type Kysely, PostgresAdapter } from 'kysely';

/** The few places where SQLite and PostgreSQL have to be told apart ask here. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the tables, the dialect is the same
export const isPostgres = (db: Kysely<any>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Did a statement fail because the database cannot be reached, is shutting down, or has no room? It may work again later. */
export function isDatabaseGone(error: unknown): boolean {
  const { code = '', errcode = 0, message = '' } = error as { code?: string; errcode?: number; message?: string };
  return GONE_CODES.test(code) || GONE_SQLITE.includes(errcode & 0xff) || GONE_MESSAGES.test(message);
}

/** Is another process at work on the same SQLite file? */
export const isDatabaseBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === 5;

// What the socket says, and PostgreSQL's classes 08 (connection), 53 (no resources), 57P (shutting down).
const GONE_CODES = /^(ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|08...|53...|57P..)$/;
// SQLITE_BUSY, READONLY, IOERR, FULL, CANTOPEN
const GONE_SQLITE = [5, 8, 10, 13, 14];
// node-postgres gives no code to these, nor does SQLite to the last five in a statement that returns rows.
const GONE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|database or disk is full|disk I\/O error|database is locked|attempt to write a readonly|unable to open database)/;

/** Was a row refused because its unique key exists already? */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '23505' || /^UNIQUE constraint failed/.test(message ?? '');
}
