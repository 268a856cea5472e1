import { type Kysely, sql } from 'kysely';
import { belongsTo, countingId, required, text } from '../columns';

const zero = (column: Parameters<typeof required>[0]) => column.notNull().defaultTo(0);

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('upgrade')
    .addColumn('id', 'integer', countingId(db))
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    // No reference: what was done stays to be read when the packet has been deleted.
    .addColumn('packetId', 'integer', required)
    .addColumn('packetName', 'text', required)
    .addColumn('packetVersion', 'text', required)
    .addColumn('packetSize', 'bigint', required)
    // What was asked for, JSON; devices chosen one by one are only counted here.
    .addColumn('target', 'text', required)
    // Percent; 0: it never pauses by itself.
    .addColumn('pauseThreshold', 'real', zero)
    .addColumn('note', 'text', text)
    .addColumn('state', 'text', required)
    .addColumn('pausedBy', 'text', text)
    // 1 once all its devices have rows.
    .addColumn('prepared', 'integer', zero)
    // 1 once nothing is left to do for it.
    .addColumn('settled', 'integer', zero)
    // Devices that ran the version before it began.
    .addColumn('already', 'integer', zero)
    // Where the counting towards the threshold began: at the start, when it was resumed, or with a retry.
    .addColumn('doneBefore', 'integer', zero)
    .addColumn('failedBefore', 'integer', zero)
    // Who waits to be online waits from here.
    .addColumn('waitingSince', 'bigint', required)
    // When an instance last gathered devices for it, or told some: one at a time, and not too many a second.
    .addColumn('workedAt', 'bigint', zero)
    .addColumn('createdBy', 'text', text)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('finishedAt', 'bigint', zero)
    .execute();
  await db.schema.createIndex('upgradeByProject').on('upgrade').columns(['applicationId', 'id']).execute();
  await db.schema.createIndex('upgradeUnsettled').on('upgrade').columns(['packetId', 'id']).where(sql.ref('settled'), '=', 0).execute();

  // No reference to the device: its row stays to be read; changes.ts ends what is under way.
  await db.schema
    .createTable('upgradeDevice')
    .addColumn('upgradeId', 'integer', required)
    .addColumn('deviceId', 'integer', required)
    .addColumn('sn', 'text', required)
    .addColumn('outcome', 'text', required)
    .addColumn('percent', 'integer', zero)
    .addColumn('error', 'text', text)
    .addColumn('reason', 'text', text)
    // How often it was told without an answer.
    .addColumn('tries', 'integer', zero)
    // 1: it says that it has succeeded, and has not come back yet.
    .addColumn('claimed', 'integer', zero)
    // When it is to be told, again; null: not before it connects, or never.
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

  // A million rows are not counted for every look at a progress bar.
  await db.schema
    .createTable('upgradeCount')
    .addColumn('upgradeId', 'integer', required)
    .addColumn('outcome', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('upgradeCountPrimary', ['upgradeId', 'outcome'])
    .execute();

  // How many devices of a project run which version.
  await db.schema.createIndex('deviceByVersion').on('device').columns(['applicationId', 'packetName', 'packetVersion']).execute();
}
