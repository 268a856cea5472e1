import type { Kysely } from 'kysely';

/** The former failure of a device that waits for a retry: restored if the upgrade is cancelled before. '': it had not failed. */
export async function up(db: Kysely<unknown>) {
  for (const name of ['lastOutcome', 'lastError', 'lastReason']) {
    await db.schema
      .alterTable('upgradeDevice')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  }
}
