import type { Kysely } from 'kysely';
import { text } from '../columns';

/** What a device's last birth says of its camera: the event itself is not kept for long. Devices that are connected say it anew when they come back. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('device').addColumn('camera', 'text', text).execute();
}
