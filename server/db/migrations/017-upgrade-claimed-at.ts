import { type Kysely, sql } from 'kysely';

/** When a device said that it had succeeded, where it was only known that it had: what it says right then is of before its restart. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('upgradeDevice')
    .addColumn('claimedAt', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update "upgradeDevice" set "claimedAt" = "changedAt" where claimed <> 0`.execute(db);
  await db.schema.alterTable('upgradeDevice').dropColumn('claimed').execute();
}
