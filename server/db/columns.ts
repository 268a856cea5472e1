import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { isPostgres } from './dialect';

/** An id counted by the database: `.addColumn('id', 'integer', countingId(db))`. Never insert one by hand: PostgreSQL would reuse it. */
export const countingId =
  (db: Kysely<unknown>) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement();

export const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** Text that defaults to `''`. */
export const text = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo('');

/** A reference that deletes its row with the row it refers to. */
export const belongsTo =
  (reference: string) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.notNull().references(reference).onDelete('cascade');
