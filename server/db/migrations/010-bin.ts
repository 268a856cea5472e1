import type { Kysely } from 'kysely';
import { belongsTo, countingId, required } from '../columns';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('bin')
    .addColumn('applicationId', 'integer', (column) => belongsTo('application.id')(column).primaryKey())
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('url', 'text', required)
    .addColumn('answer', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .execute();

  await db.schema
    .createTable('binRequest')
    .addColumn('id', 'integer', countingId(db))
    .addColumn('applicationId', 'integer', belongsTo('bin.applicationId'))
    .addColumn('at', 'bigint', required)
    .addColumn('headers', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('bytes', 'integer', required)
    .addColumn('verified', 'text', required)
    .addColumn('status', 'integer', required)
    .execute();
  await db.schema.createIndex('binRequestOfProject').on('binRequest').columns(['applicationId', 'id']).execute();
  await db.schema.createIndex('binRequestByAge').on('binRequest').column('at').execute();
}
