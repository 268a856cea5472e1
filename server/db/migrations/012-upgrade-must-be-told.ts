import type { Kysely } from 'kysely';

/** Marks devices on their way to another version: what they run until then does not complete an upgrade they were not notified of. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('upgradeDevice')
    .addColumn('mustBeTold', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
