import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { isPostgres } from './dialect';

/** An id the database counts up: `.addColumn('id', 'integer', countingId(db))`. Never insert one by hand: PostgreSQL would count into it. */
export const countingId =
  (db: Kysely<unknown>) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement();

export const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** `''` unless said otherwise. */
export const text = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo('');

/** A row that goes with the row it belongs to. */
export const belongsTo =
  (reference: string) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.notNull().references(reference).onDelete('cascade');
