import { type Kysely, sql } from 'kysely';
import { countingId, required, text } from '../columns';
import { isPostgres } from '../dialect';

export async function up(db: Kysely<unknown>) {
  // The session the broker reported last, and how it ended: merged by online.ts.
  await db.schema
    .alterTable('device')
    .addColumn('connectedAt', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('device')
    .addColumn('connectionEnded', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('device').addColumn('endReason', 'text', text).execute();
  // For the sweep: a few thousand connected devices among a million.
  await db.schema.createIndex('deviceConnected').on('device').column('id').where(sql.ref('connectionEnded'), '=', 0).execute();

  // No foreign keys: thousands of events are written per second, and they are deleted by age.
  await db.schema
    .createTable('deviceEvent')
    // Ten thousand per second would exhaust 32 bits in three days.
    .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', countingId(db))
    .addColumn('applicationId', 'integer', required)
    .addColumn('deviceId', 'integer', required)
    .addColumn('sn', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('name', 'text', text)
    .addColumn('at', 'bigint', required)
    .addColumn('data', 'text', (column) => column.notNull().defaultTo('null'))
    .addColumn('reason', 'text', text)
    .addColumn('address', 'text', text)
    .execute();
  await db.schema.createIndex('deviceEventByDevice').on('deviceEvent').columns(['deviceId', 'id']).execute();
  // Project streams only need events that change device states; telemetry is left out and does not pay for the index.
  await sql`create index "deviceEventOfState" on "deviceEvent" ("applicationId", "id")
    where "type" in ('device.online', 'device.offline', 'device.status')`.execute(db);
}
