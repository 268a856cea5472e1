import { ACTIVE_OUTCOMES, failsTooOften, type UpgradeOutcome, WAVE, waveOf } from '../../contract/upgrade';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { UpgradeDeviceRow, UpgradeRow } from '../db/tables';
import { changeRows, failAsBefore, OutcomeTally, ROWS_AT_ONCE } from './changes';
import { countsOfUpgrades } from './queries';
import { sampleOf } from './sample';

// What an upgrade that is under way needs done, each in a transaction of its own that holds the upgrade's row: instances take turns.

/** Notices of one upgrade, a second: not everybody downloads at once. */
const NOTICES_PER_SECOND = 100;
/** Who was told and does not answer is told again after this long, then four times as long, up to an hour. */
const AGAIN_MS = 30_000;
const AGAIN_MOST_MS = 3_600_000;
/** Who is under way has so long to be heard of again; who waits to be online has longer. */
const UNDER_WAY_MS = 24 * 3_600_000;
const WAITING_MS = 7 * UNDER_WAY_MS;

const UNDER_WAY = ['notified', 'downloading', 'installing'] as const satisfies UpgradeOutcome[];

/** Who could not be told is tried again after this long. */
const UNTOLD_MS = 5000;

/** A device that is to be told now, how far it was before, and the times it was left with. */
export interface Told extends Pick<UpgradeDeviceRow, 'deviceId' | 'sn' | 'outcome' | 'tries'> {
  left: Pick<UpgradeDeviceRow, 'dueAt' | 'changedAt'>;
}

const isBusy = ({ outcome }: { outcome: UpgradeOutcome }) => outcome === 'downloading' || outcome === 'installing';

/** Takes the devices whose turn it is. @returns those to be told; nobody else tells them */
export async function takeDue(db: Database, id: number, now: number): Promise<Told[]> {
  const taken = await holding<Told[]>(db, id, async (trx, upgrade) => {
    if (upgrade.state !== 'running' || upgrade.prepared === 0) return [];
    const rate = Math.floor((NOTICES_PER_SECOND * Math.min(1000, Math.abs(now - upgrade.workedAt))) / 1000);
    // Who is under way has a place already: told again, when it does not answer or comes back, it needs no other. Half of the notices are for the others.
    const again = await dueRows(trx, id, now, UNDER_WAY, Math.ceil(rate / 2));
    const places = await room(trx, upgrade, now);
    const waiting = places > 0 ? await dueRows(trx, id, now, ['waiting'], rate - again.length) : [];
    const due = [...again, ...waiting];
    if (due.length === 0) return [];

    const tally = new OutcomeTally();
    // Who has been told says itself that it is there.
    const isThere = ({ outcome, mustBeTold, packetName, packetVersion }: (typeof due)[number]) =>
      outcome === 'waiting' && mustBeTold === 0 && packetName === upgrade.packetName && packetVersion === upgrade.packetVersion;
    const there = due.filter(isThere);
    const away = due.filter((row) => row.state !== 'online' && !isThere(row));
    // Only who is told takes a place; the others that could be told stay due.
    const isToTell = (row: (typeof due)[number]) => row.state === 'online' && !isThere(row);
    const told = [...again.filter(isToTell), ...waiting.filter(isToTell).slice(0, places)].map((row) => ({
      ...row,
      left: leftWith(row, now),
    }));
    await changeRows(trx, there, { outcome: 'done', percent: 100, dueAt: null, changedAt: now }, tally);
    await changeRows(trx, away, { dueAt: null }, tally);
    await changeRows(trx, told.filter(isBusy), { dueAt: null }, tally);
    const first = told.filter(({ outcome }) => outcome === 'waiting');
    if (first[0]) await changeRows(trx, first, { outcome: 'notified', tries: 1, ...first[0].left }, tally);
    for (const row of told.filter(({ outcome }) => outcome === 'notified')) {
      await changeRows(trx, [row], { tries: row.tries + 1, ...row.left }, tally);
    }
    await tally.write(trx);
    await trx.updateTable('upgrade').set({ workedAt: now }).where('id', '=', id).execute();
    return told;
  });
  return taken ?? [];
}

/** Until when a device that is told now is left alone, and since when it is as it is; one that is busy is told no more. */
function leftWith({ outcome, tries, changedAt }: Pick<UpgradeDeviceRow, 'outcome' | 'tries' | 'changedAt'>, now: number): Told['left'] {
  if (outcome === 'waiting') return { dueAt: now + AGAIN_MS, changedAt: now };
  return { dueAt: outcome === 'notified' ? now + Math.min(AGAIN_MOST_MS, AGAIN_MS * 4 ** tries) : null, changedAt };
}

/** They could not be told: as they were before, and tried again in a few seconds. It waits for no turn: nobody else gives them back. */
export function giveBack(db: Database, id: number, told: Told[], now: number) {
  const before = new Map(told.map((device) => [device.deviceId, device]));
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('upgradeDevice')
      .select(['upgradeId', 'deviceId', 'outcome', 'dueAt', 'changedAt'])
      .where('upgradeId', '=', id)
      .where('deviceId', 'in', [...before.keys()])
      .where('outcome', 'in', UNDER_WAY)
      .orderBy('deviceId')
      .$if(isPostgres(trx), (found) => found.forUpdate())
      .execute();
    const tally = new OutcomeTally();
    for (const row of rows) {
      const was = before.get(row.deviceId) as Told;
      const { outcome, tries, left } = was;
      // Who has said something meanwhile knows of it, or is due already; or another instance has told it.
      if (row.dueAt !== left.dueAt || row.changedAt !== left.changedAt) continue;
      await changeRows(trx, [row], { outcome, tries, dueAt: now + UNTOLD_MS }, tally);
    }
    await tally.write(trx);
  });
}

/**
 * Ends the wait for devices that were not heard of for too long: those that had been told are still listened to, those that waited for
 * another try have failed. @returns how many, at most ROWS_AT_ONCE of each kind
 */
export async function timeOut(db: Database, { id }: UpgradeRow, now: number): Promise<number> {
  const ended = await holding(db, id, async (trx, upgrade) => {
    const waits = upgrade.state === 'running' && upgrade.waitingSince < now - WAITING_MS;
    const silent = await rowsWith(trx, id, UNDER_WAY, now - UNDER_WAY_MS);
    const absent = waits ? await rowsWith(trx, id, ['waiting']) : [];
    const tally = new OutcomeTally();
    await changeRows(trx, silent, { outcome: 'timedOut', reason: 'underWay', dueAt: null, changedAt: now }, tally);
    await endWaiting(trx, id, absent, 'timedOut', now, tally);
    await tally.write(trx);
    return silent.length + absent.length;
  });
  return ended ?? 0;
}

/**
 * Ends the devices of an upgrade that was cancelled, at most ROWS_AT_ONCE of each kind: those that had been told are listened to, those
 * that waited for another try have failed. @returns how many
 */
export async function cancelSome(db: Database, id: number, now: number): Promise<number> {
  const ended = await holding(db, id, async (trx) => {
    const untold = await rowsWith(trx, id, ['waiting']);
    const told = await rowsWith(trx, id, UNDER_WAY);
    const tally = new OutcomeTally();
    await endWaiting(trx, id, untold, 'cancelled', now, tally);
    await changeRows(trx, told, { outcome: 'cancelled', reason: 'underWay', dueAt: null, changedAt: now }, tally);
    await tally.write(trx);
    return untold.length + told.length;
  });
  return ended ?? 0;
}

/** Ends what nobody was told of. Who waited for another try has failed as it had before. */
async function endWaiting(
  trx: Database,
  id: number,
  rows: Awaited<ReturnType<typeof rowsWith>>,
  outcome: 'timedOut' | 'cancelled',
  now: number,
  tally: OutcomeTally,
): Promise<void> {
  // Who must be told is on its way to another version: that is to be known still, and of what has failed it is not.
  const hasFailed = ({ lastOutcome, mustBeTold }: (typeof rows)[number]) => lastOutcome !== '' && mustBeTold === 0;
  const others = rows.filter((row) => !hasFailed(row));
  await failAsBefore(trx, id, rows.filter(hasFailed), now, tally);
  await changeRows(trx, others, { outcome, dueAt: null, changedAt: now }, tally);
}

/** Pauses an upgrade of which too much fails, and finishes one in which nobody is under way any more. @returns did its state change? */
export async function judge(db: Database, id: number, now: number): Promise<boolean> {
  const judged = await holding(db, id, async (trx, upgrade) => {
    const counts = (await countsOfUpgrades(trx, [id]))(id);
    const isOver = ACTIVE_OUTCOMES.every((outcome) => counts[outcome] === 0);
    const to =
      upgrade.state === 'cancelled'
        ? isOver && { settled: 1 }
        : upgrade.prepared === 1 && isOver
          ? { state: 'finished' as const, settled: 1, finishedAt: now }
          : upgrade.state === 'running' &&
            failsTooOften(sampleOf(upgrade, counts), upgrade.pauseThreshold) && { state: 'paused' as const, pausedBy: 'failures' as const };
    if (!to) return false;
    await trx.updateTable('upgrade').set(to).where('id', '=', id).execute();
    return true;
  });
  return judged ?? false;
}

async function room(trx: Database, upgrade: UpgradeRow, now: number): Promise<number> {
  const { id, pauseThreshold } = upgrade;
  if (pauseThreshold === 0) return Number.POSITIVE_INFINITY;
  const { underWay } = await trx
    .selectFrom('upgradeDevice')
    .select((q) => q.fn.countAll<number>().as('underWay'))
    .where('upgradeId', '=', id)
    .where('outcome', 'in', UNDER_WAY)
    .where('changedAt', '>', now - WAVE.silentMs)
    .executeTakeFirstOrThrow();
  // Read after them: who gets through in between is no place that is free, and what has failed since it was judged is known.
  const counts = (await countsOfUpgrades(trx, [id]))(id);
  const sample = sampleOf(upgrade, counts);
  if (failsTooOften(sample, pauseThreshold)) return 0;
  // Nobody takes the place of one that is through before there are enough to judge by.
  const judged = sample.size >= WAVE.sample ? 0 : sample.size;
  return waveOf(counts.all) - underWay - judged;
}

async function dueRows(trx: Database, upgradeId: number, now: number, outcomes: readonly UpgradeOutcome[], limit: number) {
  if (limit <= 0) return [];
  return trx
    .selectFrom('upgradeDevice')
    .innerJoin('device', 'device.id', 'upgradeDevice.deviceId')
    .select([
      'upgradeId',
      'deviceId',
      'upgradeDevice.sn',
      'outcome',
      'tries',
      'upgradeDevice.changedAt',
      'mustBeTold',
      'state',
      'packetName',
      'packetVersion',
    ])
    .where('upgradeId', '=', upgradeId)
    .where('dueAt', '<=', now)
    .where('outcome', 'in', outcomes)
    .orderBy('dueAt')
    .limit(limit)
    .$if(isPostgres(trx), (rows) => rows.forUpdate(['upgradeDevice']).skipLocked())
    .execute();
}

function rowsWith(trx: Database, upgradeId: number, outcomes: readonly UpgradeOutcome[], changedBefore?: number) {
  return trx
    .selectFrom('upgradeDevice')
    .select(['upgradeId', 'deviceId', 'outcome', 'lastOutcome', 'mustBeTold'])
    .where('upgradeId', '=', upgradeId)
    .where('outcome', 'in', outcomes)
    .$if(changedBefore !== undefined, (rows) => rows.where('changedAt', '<', changedBefore as number))
    .limit(ROWS_AT_ONCE)
    .$if(isPostgres(trx), (rows) => rows.forUpdate().skipLocked())
    .execute();
}

/** In a transaction that holds the upgrade. @returns undefined when another instance does, or there is none */
export function holding<T>(db: Database, id: number, work: (trx: Database, upgrade: UpgradeRow) => Promise<T>): Promise<T | undefined> {
  return db.transaction().execute(async (trx) => {
    const upgrade = await trx
      .selectFrom('upgrade')
      .selectAll()
      .where('id', '=', id)
      .$if(isPostgres(trx), (rows) => rows.forUpdate().skipLocked())
      .executeTakeFirst();
    return upgrade && work(trx, upgrade);
  });
}
