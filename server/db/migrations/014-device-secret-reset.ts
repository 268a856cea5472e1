import type { Kysely } from 'kysely';

/** When a device was given another secret: a connection that began before was ended by that, and brokers only say that somebody did. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('device')
    .addColumn('secretResetAt', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
