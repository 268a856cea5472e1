import { setImmediate as breathe } from 'node:timers/promises';
import type { z } from 'zod';
import { FAILED_OUTCOMES, failsTooOften, type UpgradeDraft } from '../../contract/upgrade';
import type { Database } from '../db/database';
import { isPostgres, isUniqueViolation } from '../db/dialect';
import type { PacketRow, UpgradeRow } from '../db/tables';
import { BusinessError } from '../errors';
import { holdPacket } from '../packet/queries';
import { changeRows, followedRowsOf, isRetryable, keepFailures, leadsElsewhere, OutcomeTally } from './changes';
import { takeIn } from './gather';
import { countsOfUpgrades } from './queries';
import { countedAnew, sampleOf } from './sample';
import { devicesOf } from './target';

// What people do with upgrades: create, pause, resume, cancel, retry.

const RETRIED_AT_ONCE = 500;

/**
 * Creates an upgrade. Devices chosen one by one are taken in at once, all others are gathered in the background (driver.ts).
 * @returns its id @throws BusinessError packetGone
 */
export async function createUpgrade(
  db: Database,
  applicationId: number,
  packet: PacketRow,
  { target, pauseThresholdPercent = 0, note }: z.output<typeof UpgradeDraft>,
  { createdBy, requestHash }: Pick<UpgradeRow, 'createdBy' | 'requestHash'>,
  now: number,
): Promise<number> {
  const { sns, ...rest } = target;
  const chunks: number[][] = [];
  if (sns) for await (const ids of devicesOf(db, applicationId, target, packet.id)) chunks.push(ids);
  const making = db.transaction().execute(async (trx) => {
    if (!(await holdPacket(trx, packet.id))) throw new BusinessError('packetGone', { at: 'body.packetId' });
    const upgrade = await trx
      .insertInto('upgrade')
      .values({
        applicationId,
        packetId: packet.id,
        packetName: packet.name,
        packetVersion: packet.version,
        packetSize: packet.size,
        target: JSON.stringify(sns ? { chosen: chunks.flat().length } : rest),
        pauseThreshold: pauseThresholdPercent,
        note,
        state: 'running',
        prepared: sns ? 1 : 0,
        createdBy,
        requestHash,
        waitingSince: now,
        createdAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    for (const ids of chunks) await takeIn(trx, upgrade, ids, now);
    await trx.updateTable('upgrade').set({ workedAt: 0 }).where('id', '=', upgrade.id).execute();
    return upgrade.id;
  });
  return making.catch(async (error) => {
    // The same request was made twice at the same time.
    const made = isUniqueViolation(error) ? await upgradeOfRequest(db, applicationId, requestHash) : undefined;
    if (made === undefined) throw error;
    return made;
  });
}

/** @returns the id of the upgrade that this request created @param requestHash '' for a request without an idempotency key */
export async function upgradeOfRequest(db: Database, applicationId: number, requestHash: string): Promise<number | undefined> {
  if (requestHash === '') return undefined;
  const made = await db
    .selectFrom('upgrade')
    .select('id')
    .where('applicationId', '=', applicationId)
    .where('requestHash', '=', requestHash)
    .executeTakeFirst();
  return made?.id;
}

/** @throws BusinessError upgradeOver, or notFound */
export function pauseUpgrade(db: Database, applicationId: number, id: number): Promise<void> {
  return changing(db, applicationId, id, async (trx, { state }) => {
    if (state === 'running') await trx.updateTable('upgrade').set({ state: 'paused', pausedBy: 'person' }).where('id', '=', id).execute();
  });
}

/**
 * Resumes an upgrade. The failures that paused it, or would pause it at once, are forgiven: the page has shown them.
 * @throws BusinessError upgradeOver, or notFound
 */
export function resumeUpgrade(db: Database, applicationId: number, id: number, now: number): Promise<void> {
  return changing(db, applicationId, id, async (trx, upgrade) => {
    if (upgrade.state !== 'paused') return;
    const counts = (await countsOfUpgrades(trx, [id]))(id);
    const isForgiven = upgrade.pausedBy === 'failures' || failsTooOften(sampleOf(upgrade, counts), upgrade.pauseThreshold);
    const forgiven = isForgiven && countedAnew(counts, upgrade.already);
    await trx
      .updateTable('upgrade')
      .set({ state: 'running', pausedBy: '', waitingSince: now, ...forgiven })
      .where('id', '=', id)
      .execute();
  });
}

/** Devices of the upgrade are cancelled in the background. @throws BusinessError upgradeOver, or notFound */
export function cancelUpgrade(db: Database, applicationId: number, id: number, now: number): Promise<void> {
  return changing(db, applicationId, id, async (trx) => {
    await trx.updateTable('upgrade').set({ state: 'cancelled', pausedBy: '', finishedAt: now }).where('id', '=', id).execute();
  });
}

/**
 * Retries devices that failed or timed out: all of them, or some.
 * @returns how many are retried, and how many cannot be: deleted, or in another upgrade
 * @throws BusinessError upgradeOver when it was cancelled, packetGone, or notFound
 */
export async function retryFailed(db: Database, applicationId: number, id: number, sns: string[] | undefined, now: number) {
  let [retried, seen] = [0, 0];
  for (let after = 0; ; ) {
    const failed = await db
      .selectFrom('upgradeDevice')
      .select('deviceId')
      .where('upgradeId', '=', id)
      .where('deviceId', '>', after)
      .where('outcome', 'in', FAILED_OUTCOMES)
      .$if(sns !== undefined, (rows) => rows.where('sn', 'in', sns as string[]))
      .orderBy('deviceId')
      .limit(RETRIED_AT_ONCE)
      .execute();
    const last = failed.at(-1);
    const ids = failed.map(({ deviceId }) => deviceId);
    retried += await changing(db, applicationId, id, (trx, upgrade) => retrySome(trx, upgrade, ids, now), [
      'running',
      'paused',
      'finished',
    ]);
    seen += ids.length;
    if (!last) return { retried, left: seen - retried };
    after = last.deviceId;
    await breathe();
  }
}

async function retrySome(trx: Database, { id, state, already, packetId }: UpgradeRow, ids: number[], now: number): Promise<number> {
  if (!(await holdPacket(trx, packetId))) throw new BusinessError('packetGone');
  if (ids.length === 0) return 0;
  const devices = await trx
    .selectFrom('device')
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(trx), (found) => found.forUpdate())
    .execute();
  const stateOf = new Map(devices.map((device) => [device.id, device.state]));
  const there = await trx
    .selectFrom('upgradeDevice')
    .select(['upgradeId', 'deviceId', 'outcome', 'reason'])
    .where('upgradeId', '=', id)
    .where('deviceId', 'in', ids)
    .where(isRetryable)
    .orderBy('deviceId')
    .$if(isPostgres(trx), (found) => found.forUpdate())
    .execute();
  if (there.length === 0) return 0;

  const tally = new OutcomeTally();
  const afresh = { outcome: 'waiting', percent: 0, error: '', reason: '', tries: 0, claimedAt: 0, changedAt: now } as const;
  const isOnline = ({ deviceId }: { deviceId: number }) => stateOf.get(deviceId) === 'online';
  // Rows of other upgrades that were given up after these devices had been notified.
  const followed = await followedRowsOf(
    trx,
    there.map(({ deviceId }) => deviceId),
  );
  const others = followed.filter(({ upgradeId }) => upgradeId !== id);
  await changeRows(trx, others, { reason: 'superseded' }, tally);
  await keepFailures(trx, id, there);
  await changeRows(trx, there.filter(isOnline), { ...afresh, dueAt: now }, tally);
  await changeRows(
    trx,
    there.filter((row) => !isOnline(row)),
    { ...afresh, dueAt: null },
    tally,
  );
  // A device that was notified of this upgrade goes to its version; it need not be notified again because of another one.
  const told = there.filter(({ outcome, reason }) => outcome === 'failed' || reason !== '');
  await changeRows(trx, told, { mustBeTold: 0 }, tally);
  const elsewhere = new Set(others.filter((row) => leadsElsewhere(row, packetId, now)).map(({ deviceId }) => deviceId));
  await changeRows(
    trx,
    there.filter(({ deviceId }) => elsewhere.has(deviceId)),
    { mustBeTold: 1 },
    tally,
  );
  await tally.write(trx);
  const counts = (await countsOfUpgrades(trx, [id]))(id);
  await trx
    .updateTable('upgrade')
    .set({
      state: state === 'finished' ? 'running' : state,
      settled: 0,
      finishedAt: 0,
      waitingSince: now,
      ...countedAnew(counts, already),
    })
    .where('id', '=', id)
    .execute();
  return there.length;
}

/** Works in a transaction that locks the upgrade. @throws BusinessError upgradeOver unless it is in one of these states, or notFound */
function changing<T>(
  db: Database,
  applicationId: number,
  id: number,
  change: (trx: Database, upgrade: UpgradeRow) => Promise<T>,
  states: UpgradeRow['state'][] = ['running', 'paused'],
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const upgrade = await trx
      .selectFrom('upgrade')
      .selectAll()
      .where('id', '=', id)
      .where('applicationId', '=', applicationId)
      .$if(isPostgres(trx), (rows) => rows.forUpdate())
      .executeTakeFirst();
    if (!upgrade) throw new BusinessError('notFound');
    if (!states.includes(upgrade.state)) throw new BusinessError('upgradeOver');
    return change(trx, upgrade);
  });
}
