import { type Kysely, PostgresAdapter } from 'kysely';

/** For the few places that depend on the dialect. */
// biome-ignore lint/suspicious/noExplicitAny: the dialect does not depend on the tables
export const isPostgres = (db: Kysely<any>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Is this a database that is unreachable, shutting down, or out of space? The statement may succeed later. */
export function isDatabaseGone(error: unknown): boolean {
  const { code = '', errcode = 0, message = '' } = error as { code?: string; errcode?: number; message?: string };
  return GONE_CODES.test(code) || GONE_SQLITE.includes(errcode & 0xff) || GONE_MESSAGES.test(message);
}

/** Did SQLite find the file locked by another process? */
export const isDatabaseBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === 5;

// Socket errors, and PostgreSQL's classes 08 (connection), 53 (no resources), 57P (shutting down).
const GONE_CODES = /^(ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|08...|53...|57P..)$/;
// SQLITE_BUSY, READONLY, IOERR, FULL, CANTOPEN
const GONE_SQLITE = [5, 8, 10, 13, 14];
// Without a code: the first ones by node-postgres, the last five by SQLite in a statement that returns rows.
const GONE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|database or disk is full|disk I\/O error|database is locked|attempt to write a readonly|unable to open database)/;

/** Did a statement violate a unique constraint? */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '23505' || /^UNIQUE constraint failed/.test(message ?? '');
}
