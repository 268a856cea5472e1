import type { Kysely } from 'kysely';

/** A device that was told of another version goes there: what it runs until then does not end an upgrade that it has not been told of. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('upgradeDevice')
    .addColumn('mustBeTold', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
