import { type Kysely, sql } from 'kysely';
import { countingId, required, text } from '../columns';
import { isPostgres } from '../dialect';

export async function up(db: Kysely<unknown>) {
  // The session the broker spoke of last, and how it ended: what online.ts merges.
  await db.schema
    .alterTable('device')
    .addColumn('connectedAt', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('device')
    .addColumn('connectionEnded', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('device').addColumn('endReason', 'text', text).execute();
  // What the sweep walks: a few thousand connected ones among a million.
  await db.schema.createIndex('deviceConnected').on('device').column('id').where(sql.ref('connectionEnded'), '=', 0).execute();

  // No foreign keys: events are written thousands a second, and go by age.
  await db.schema
    .createTable('deviceEvent')
    // Ten thousand a second would use up 32 bits in three days.
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
  // Of a project only what changes its devices' states is asked for: telemetry does not pay for it.
  await sql`create index "deviceEventOfState" on "deviceEvent" ("applicationId", "id")
    where "type" in ('device.online', 'device.offline', 'device.status')`.execute(db);
}
