import { type Kysely, PostgresAdapter } from 'kysely';

/** The few places where SQLite and PostgreSQL have to be told apart ask here. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the tables, the dialect is the same
export const isPostgres = (db: Kysely<any>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Was a row refused because its unique key exists already? */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === '23505' || errcode === 2067 || errcode === 1555;
}
