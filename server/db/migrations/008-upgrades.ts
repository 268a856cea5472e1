import { type Kysely, sql } from 'kysely';
import { belongsTo, countingId, required, text } from '../columns';

const zero = (column: Parameters<typeof required>[0]) => column.notNull().defaultTo(0);

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('upgrade')
    .addColumn('id', 'integer', countingId(db))
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    // No reference: the upgrade stays readable after its packet was deleted.
    .addColumn('packetId', 'integer', required)
    .addColumn('packetName', 'text', required)
    .addColumn('packetVersion', 'text', required)
    .addColumn('packetSize', 'bigint', required)
    // The requested target as JSON; for devices chosen one by one, only their number.
    .addColumn('target', 'text', required)
    // Percent; 0: the upgrade never pauses by itself.
    .addColumn('pauseThreshold', 'real', zero)
    .addColumn('note', 'text', text)
    .addColumn('state', 'text', required)
    .addColumn('pausedBy', 'text', text)
    // 1 once all targeted devices have rows.
    .addColumn('prepared', 'integer', zero)
    // 1 once no background work is left.
    .addColumn('settled', 'integer', zero)
    // Devices that ran the version already when taken in.
    .addColumn('already', 'integer', zero)
    // Counts from which the threshold starts: at the beginning, at the last forgiving resume, or at the last retry.
    .addColumn('doneBefore', 'integer', zero)
    .addColumn('failedBefore', 'integer', zero)
    // Start of the time-out for devices that wait to be online.
    .addColumn('waitingSince', 'bigint', required)
    // When an instance last gathered or notified devices: keeps to one instance, and limits notices per second.
    .addColumn('workedAt', 'bigint', zero)
    .addColumn('createdBy', 'text', text)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('finishedAt', 'bigint', zero)
    .execute();
  await db.schema.createIndex('upgradeByProject').on('upgrade').columns(['applicationId', 'id']).execute();
  await db.schema.createIndex('upgradeUnsettled').on('upgrade').columns(['packetId', 'id']).where(sql.ref('settled'), '=', 0).execute();

  // No reference to the device: its row stays readable; changes.ts ends active rows when it is deleted.
  await db.schema
    .createTable('upgradeDevice')
    .addColumn('upgradeId', 'integer', required)
    .addColumn('deviceId', 'integer', required)
    .addColumn('sn', 'text', required)
    .addColumn('outcome', 'text', required)
    .addColumn('percent', 'integer', zero)
    .addColumn('error', 'text', text)
    .addColumn('reason', 'text', text)
    // Notices without an answer.
    .addColumn('tries', 'integer', zero)
    // 1: the device has reported success, but has not reconnected yet.
    .addColumn('claimed', 'integer', zero)
    // When to notify the device (again); null: not before it connects, or never.
    .addColumn('dueAt', 'bigint')
    .addColumn('changedAt', 'bigint', required)
    .addPrimaryKeyConstraint('upgradeDevicePrimary', ['upgradeId', 'deviceId'])
    .execute();
  await db.schema.createIndex('upgradeDeviceByDevice').on('upgradeDevice').columns(['deviceId', 'upgradeId']).execute();
  await db.schema.createIndex('upgradeDeviceByOutcome').on('upgradeDevice').columns(['upgradeId', 'outcome', 'changedAt']).execute();
  await db.schema
    .createIndex('upgradeDeviceDue')
    .on('upgradeDevice')
    .columns(['upgradeId', 'dueAt'])
    .where('dueAt', 'is not', null)
    .execute();

  // Kept because counting a million rows for every progress bar would be too slow.
  await db.schema
    .createTable('upgradeCount')
    .addColumn('upgradeId', 'integer', required)
    .addColumn('outcome', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('upgradeCountPrimary', ['upgradeId', 'outcome'])
    .execute();

  // For counting a project's devices by version.
  await db.schema.createIndex('deviceByVersion').on('device').columns(['applicationId', 'packetName', 'packetVersion']).execute();
}
