import { type Kysely, sql } from 'kysely';

/** What could not be read, found without walking through all else that a device says: of one topic, the newest. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex('deviceEventInvalid')
    .on('deviceEvent')
    .columns(['deviceId', 'name', 'id'])
    .where(sql.ref('type'), '=', 'device.invalid')
    .execute();
}
