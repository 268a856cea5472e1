import { sql } from 'kysely';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { UpgradeRow } from '../db/tables';
import { endFollowed, followedRowsOf, leadsElsewhere, OutcomeTally } from './changes';

/**
 * Takes devices into an upgrade, at most ROWS_AT_ONCE. Online devices are due at once; those that run the version already are done. The
 * upgrades they were in before end for them. A device on its way to another version must be notified, whatever it runs now. A device that
 * is in this upgrade already stays unchanged.
 */
export async function takeIn(trx: Database, upgrade: UpgradeRow, ids: number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  // Locked: until they are in, no device comes online and no other upgrade takes it.
  if (isPostgres(trx)) await trx.selectFrom('device').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const tally = new OutcomeTally();
  const busy = (await followedRowsOf(trx, ids)).filter(({ upgradeId }) => upgradeId !== upgrade.id);
  await endFollowed(trx, busy, { reason: 'superseded', changedAt: now }, tally);

  const { id, applicationId, packetName, packetVersion } = upgrade;
  const elsewhere = busy.filter((row) => leadsElsewhere(row, upgrade.packetId, now)).map(({ deviceId }) => deviceId);
  const mustBeTold = elsewhere.length > 0 ? sql`id in (${sql.join(elsewhere)})` : sql`1 = 0`;
  const isDone = sql`"packetName" = ${packetName} and "packetVersion" = ${packetVersion} and not (${mustBeTold})`;
  const at = sql`cast(${now} as bigint)`;
  const { rows } = await sql<{ outcome: 'waiting' | 'done' }>`
    insert into "upgradeDevice" ("upgradeId", "deviceId", sn, outcome, percent, "mustBeTold", "dueAt", "changedAt")
    select cast(${id} as integer), id, sn,
      case when ${isDone} then 'done' else 'waiting' end, case when ${isDone} then 100 else 0 end, case when ${mustBeTold} then 1 else 0 end,
      case when state = 'online' and not (${isDone}) then ${at} end, ${at}
    from device where "applicationId" = ${applicationId} and id in (${sql.join(ids)}) and state <> 'disabled' order by id
    on conflict do nothing returning outcome`.execute(trx);

  for (const { outcome } of rows) tally.add(id, outcome, 1);
  const already = rows.filter(({ outcome }) => outcome === 'done').length;
  await tally.write(trx);
  await trx
    .updateTable('upgrade')
    .set((row) => ({ already: row('already', '+', already), workedAt: now }))
    .where('id', '=', id)
    .execute();
}
