import { type Kysely, sql } from 'kysely';

/** Identifies the request that created an upgrade, so that a repeated one creates no second upgrade. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('upgrade')
    .addColumn('requestHash', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createIndex('upgradeByRequest')
    .unique()
    .on('upgrade')
    .columns(['applicationId', 'requestHash'])
    .where(sql.ref('requestHash'), '<>', '')
    .execute();
}
