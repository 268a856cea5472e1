import { type RawBuilder, sql } from 'kysely';

/** A text for `search` columns and for what is looked for in them. */
export const folded = (...parts: string[]): string => parts.join('\n').toLowerCase();

/** Is a folded text part of a `search` column, or of another one, made lower? What is a wildcard to `like` stands for itself. */
export function contains(column: string | RawBuilder<string>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}
