import { type Kysely, sql } from 'kysely';

/** Finds a device's newest unreadable message of a topic without scanning its other events. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex('deviceEventInvalid')
    .on('deviceEvent')
    .columns(['deviceId', 'name', 'id'])
    .where(sql.ref('type'), '=', 'device.invalid')
    .execute();
}
