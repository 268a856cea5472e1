import type { Kysely } from 'kysely';

/** Until when a receiver asked for no callbacks: all instances respect it, also after a restart, and the owner can see it. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('webhook')
    .addColumn('holdUntil', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
