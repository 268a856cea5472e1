import type { Kysely } from 'kysely';
import { belongsTo, required, text } from '../columns';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('deviceConfig')
    .addColumn('deviceId', 'integer', (column) => column.primaryKey().references('device.id').onDelete('cascade'))
    // 0: never configured; the device has only reported.
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('{}'))
    // Sealed: write-only values by path.
    .addColumn('secrets', 'text', text)
    .addColumn('updatedAt', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('updatedBy', 'text')
    .addColumn('note', 'text', text)
    // JSON as in the contract; '': never reported. -1 is less than any version.
    .addColumn('reported', 'text', text)
    .addColumn('reportedVersion', 'integer', (column) => column.notNull().defaultTo(-1))
    .execute();

  await db.schema
    .createTable('deviceConfigRevision')
    .addColumn('deviceId', 'integer', belongsTo('device.id'))
    .addColumn('version', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('changedSecrets', 'text', required)
    .addColumn('updatedAt', 'bigint', required)
    .addColumn('updatedBy', 'text')
    .addColumn('note', 'text', required)
    .addColumn('restored', 'integer')
    .addPrimaryKeyConstraint('deviceConfigRevisionPrimary', ['deviceId', 'version'])
    .execute();

  await db.schema
    .createTable('configSchema')
    .addColumn('applicationId', 'integer', (column) => column.primaryKey().references('application.id').onDelete('cascade'))
    .addColumn('schema', 'text', required)
    .addColumn('updatedAt', 'bigint', required)
    .execute();
}
