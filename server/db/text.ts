import { type RawBuilder, sql } from 'kysely';

/** A text for `search` columns and for what is looked for in them. */
export const folded = (...parts: string[]): string => parts.join('\n').toLowerCase();

/** Is a folded text part of a `search` column? What is a wildcard to `like` stands for itself. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}
