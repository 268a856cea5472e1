import { type RawBuilder, sql } from 'kysely';

/** Folds texts for `search` columns, and for the keyword that is searched in them. */
export const folded = (...parts: string[]): string => parts.join('\n').toLowerCase();

/** Does a `search` column, or another one made lower case, contain a folded text? Wildcards of `like` are escaped. */
export function contains(column: string | RawBuilder<string>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}
