import { type Kysely, sql } from 'kysely';

/**
 * When a device reported success (so far only that it had), when it reconnected after that, and when it last reported another version.
 * 0: never.
 */
export async function up(db: Kysely<unknown>) {
  for (const name of ['claimedAt', 'backAt', 'otherAt']) {
    await db.schema
      .alterTable('upgradeDevice')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await sql`update "upgradeDevice" set "claimedAt" = "changedAt" where claimed <> 0`.execute(db);
  await db.schema.alterTable('upgradeDevice').dropColumn('claimed').execute();
}
