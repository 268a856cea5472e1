import type { Kysely } from 'kysely';

/** When a device's secret was reset: it explains why an older connection ended, since brokers only report that it was kicked. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('device')
    .addColumn('secretResetAt', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
