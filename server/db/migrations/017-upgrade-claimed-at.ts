import { type Kysely, sql } from 'kysely';

/**
 * When a device said that it had succeeded, where it was only known that it had; when it connected anew after that, and when it last said
 * that it runs another version. 0: it has not.
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
