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
    // Origin of the page that requested the ticket; only that one may use it.
    .addColumn('origin', 'text', required)
    .addColumn('expiresAt', 'bigint', required)
    .execute();
  await db.schema.createIndex('depthTicketExpired').on('depthTicket').column('expiresAt').execute();

  // Which instances watch which device: together they request one stream.
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
