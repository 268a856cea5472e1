import type { Kysely } from 'kysely';

/** How a device had failed that waits to be tried again: what it is again if the upgrade is cancelled before. '': it had not. */
export async function up(db: Kysely<unknown>) {
  for (const name of ['lastOutcome', 'lastError', 'lastReason']) {
    await db.schema
      .alterTable('upgradeDevice')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  }
}
