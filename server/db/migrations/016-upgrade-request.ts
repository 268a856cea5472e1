import { type Kysely, sql } from 'kysely';

/** By what request an upgrade was made, where its answer may be asked for again: the same one makes it once. */
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
