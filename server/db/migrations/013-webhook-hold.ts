import type { Kysely } from 'kysely';

/** Until when a receiver asked not to be disturbed: every instance keeps to it, also after a restart, and its owner is told. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('webhook')
    .addColumn('holdUntil', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
