import { DAY_MS, HOUR_MS } from '../../contract/duration';
import { ACTIVE_OUTCOMES, failsTooOften, type UpgradeOutcome, WAVE, waveOf } from '../../contract/upgrade';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { UpgradeDeviceRow, UpgradeRow } from '../db/tables';
import { changeRows, failAsBefore, OutcomeTally, ROWS_AT_ONCE } from './changes';
import { countsOfUpgrades } from './queries';
import { sampleOf } from './sample';

// The background steps of an upgrade, each in its own transaction that locks the upgrade's row: instances take turns.

/** Notices per second and upgrade: not all devices should download at once. */
const NOTICES_PER_SECOND = 100;
/** A notified device that does not answer is notified again after this long, then after four times as long each, up to an hour. */
const AGAIN_MS = 30_000;
const AGAIN_MOST_MS = HOUR_MS;
/** A device under way times out after this long without a message; one that waits to be online has longer. */
const UNDER_WAY_MS = DAY_MS;
const WAITING_MS = 7 * UNDER_WAY_MS;

const UNDER_WAY = ['notified', 'downloading', 'installing'] as const satisfies UpgradeOutcome[];

/** A device that could not be notified is tried again after this long. */
const UNTOLD_MS = 5000;

/** A device to notify now, with its outcome before, and the times that `takeDue` left in its row. */
export interface Told extends Pick<UpgradeDeviceRow, 'deviceId' | 'sn' | 'outcome' | 'tries'> {
  left: Pick<UpgradeDeviceRow, 'dueAt' | 'changedAt'>;
}

const isBusy = ({ outcome }: { outcome: UpgradeOutcome }) => outcome === 'downloading' || outcome === 'installing';

/** Takes the devices that are due. @returns those that the caller has to notify; no other instance does */
export async function takeDue(db: Database, id: number, now: number): Promise<Told[]> {
  const taken = await holding<Told[]>(db, id, async (trx, upgrade) => {
    if (upgrade.state !== 'running' || upgrade.prepared === 0) return [];
    const rate = Math.floor((NOTICES_PER_SECOND * Math.min(1000, Math.abs(now - upgrade.workedAt))) / 1000);
    // Devices under way already have a place in the wave: notifying them again takes none. They get at most half of the notices.
    const again = await dueRows(trx, id, now, UNDER_WAY, Math.ceil(rate / 2));
    const places = await room(trx, upgrade, now);
    const waiting = places > 0 ? await dueRows(trx, id, now, ['waiting'], rate - again.length) : [];
    const due = [...again, ...waiting];
    if (due.length === 0) return [];

    const tally = new OutcomeTally();
    // A waiting device that runs the version already is done; one that was notified reports that itself.
    const isThere = ({ outcome, mustBeTold, packetName, packetVersion }: (typeof due)[number]) =>
      outcome === 'waiting' && mustBeTold === 0 && packetName === upgrade.packetName && packetVersion === upgrade.packetVersion;
    const there = due.filter(isThere);
    const away = due.filter((row) => row.state !== 'online' && !isThere(row));
    // Only notified devices take a place in the wave; the others stay due.
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

/** `dueAt` and `changedAt` of a device that is notified now; a busy one is not notified again. */
function leftWith({ outcome, tries, changedAt }: Pick<UpgradeDeviceRow, 'outcome' | 'tries' | 'changedAt'>, now: number): Told['left'] {
  if (outcome === 'waiting') return { dueAt: now + AGAIN_MS, changedAt: now };
  return { dueAt: outcome === 'notified' ? now + Math.min(AGAIN_MOST_MS, AGAIN_MS * 4 ** tries) : null, changedAt };
}

/** Undoes `takeDue` for devices that could not be notified. It need not lock the upgrade: no other instance handles these devices. */
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
      // The device has answered meanwhile, or is due already, or another instance has notified it.
      if (row.dueAt !== left.dueAt || row.changedAt !== left.changedAt) continue;
      await changeRows(trx, [row], { outcome, tries, dueAt: now + UNTOLD_MS }, tally);
    }
    await tally.write(trx);
  });
}

/**
 * Times out devices that sent nothing for too long. Messages of those that had been notified still count; those that waited for another try
 * get their former failure back. @returns how many, at most ROWS_AT_ONCE of each kind
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
 * Cancels devices of a cancelled upgrade, at most ROWS_AT_ONCE of each kind. Messages of those that had been notified still count; those
 * that waited for another try get their former failure back. @returns how many
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

/** Ends devices that were not notified. One that waited for another try gets its former failure back. */
async function endWaiting(
  trx: Database,
  id: number,
  rows: Awaited<ReturnType<typeof rowsWith>>,
  outcome: 'timedOut' | 'cancelled',
  now: number,
  tally: OutcomeTally,
): Promise<void> {
  // `mustBeTold`: the device is on its way to another version. That must stay known, but failed rows are not followed (`isFollowed`).
  const hasFailed = ({ lastOutcome, mustBeTold }: (typeof rows)[number]) => lastOutcome !== '' && mustBeTold === 0;
  const others = rows.filter((row) => !hasFailed(row));
  await failAsBefore(trx, id, rows.filter(hasFailed), now, tally);
  await changeRows(trx, others, { outcome, dueAt: null, changedAt: now }, tally);
}

/** Pauses an upgrade with too many failures, and finishes one without active devices. @returns did its state change? */
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
  // Counted after the devices under way: one that ends in between leaves no free place, and recent failures are known.
  const counts = (await countsOfUpgrades(trx, [id]))(id);
  const sample = sampleOf(upgrade, counts);
  if (failsTooOften(sample, pauseThreshold)) return 0;
  // A device that is through keeps its place until there are enough to judge by.
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

/** Works in a transaction that locks the upgrade. @returns undefined when another instance has locked it, or it does not exist */
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
