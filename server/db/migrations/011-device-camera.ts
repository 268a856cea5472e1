import type { Kysely } from 'kysely';
import { text } from '../columns';

/** The camera from a device's last birth, since the event expires. Devices connected now report it when they reconnect. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('device').addColumn('camera', 'text', text).execute();
}
