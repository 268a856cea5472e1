import type { Kysely } from 'kysely';
import { belongsTo, required } from '../columns';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('depthTicket')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('deviceId', 'integer', belongsTo('device.id'))
    .addColumn('accountId', 'integer', required)
    .addColumn('sessionId', 'integer', required)
    .addColumn('profile', 'text', required)
    // Of the page that asked: only that page may use it.
    .addColumn('origin', 'text', required)
    .addColumn('expiresAt', 'bigint', required)
    .execute();
  await db.schema.createIndex('depthTicketExpired').on('depthTicket').column('expiresAt').execute();

  // Which instances look at which device: together they want one stream of it.
  await db.schema
    .createTable('depthWatch')
    .addColumn('deviceId', 'integer', belongsTo('device.id'))
    .addColumn('holder', 'text', required)
    .addColumn('profile', 'text', required)
    .addColumn('viewers', 'integer', required)
    .addColumn('since', 'bigint', required)
    .addColumn('until', 'bigint', required)
    .addPrimaryKeyConstraint('depthWatchPrimary', ['deviceId', 'holder'])
    .execute();
}
