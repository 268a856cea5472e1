import type { UpgradeProgress } from '../../contract/topics';
import { type Entry, eventRow } from '../broker/entry';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { UpgradeDeviceRow } from '../db/tables';
import type { NewEvent } from '../event/queries';
import { changeRows, isActive, isHeard, LISTENED_MS, OutcomeTally } from './changes';

/** A device that connects subscribes and reports its version within this time; if it reports nothing, it is notified afterwards. */
const BIRTH_MS = 2000;
/** Error texts of devices are cut to this length. */
const MAX_ERROR = 500;

/**
 * Applies devices' progress reports, and the versions they start with, to their upgrades. In the transaction that stores the reports.
 * @returns events that only the platform can tell of, and the projects in which something changed
 */
export async function hearUpgrades(trx: Database, entries: Entry[]): Promise<{ events: Map<Entry, NewEvent[]>; applicationIds: number[] }> {
  const events = new Map<Entry, NewEvent[]>();
  const concerned = entries.filter(({ packet, progress, news }) => packet || progress || news?.kind === 'connected');
  if (concerned.length === 0) return { events, applicationIds: [] };
  const rows = await rowsOf(trx, [...new Set(concerned.map(({ device }) => device.deviceId))]);
  if (rows.size === 0) return { events, applicationIds: [] };

  const changed = new Map<number, { before: UpgradeDeviceRow['outcome']; row: Followed }>();
  for (const entry of concerned) {
    const { device, at, packet, progress, news } = entry;
    const row = rows.get(device.deviceId);
    if (!row) continue;
    const isGivenUp = row.reason === 'underWay';
    // Ended by an earlier entry of this batch.
    if (!isGivenUp && !isActive(row.outcome)) continue;
    const connectedAt = news?.kind === 'connected' ? news.connectedAt : 0;
    const heard = packet ? afterBirth(row, packet, at) : progress ? afterProgress(row, progress, at) : afterConnect(row, connectedAt, at);
    const to = heard && isGivenUp ? afterGivenUp(row, heard, at) : heard;
    if (!to) continue;
    if (!progress && to.outcome) {
      const happening = tellOf(row, to.outcome, packet ?? row.running);
      if (happening) events.set(entry, [eventRow(device, at, happening)]);
    }
    if (!changed.has(device.deviceId)) changed.set(device.deviceId, { before: row.outcome, row });
    Object.assign(row, to);
  }

  const tally = new OutcomeTally();
  for (const { before, row } of changed.values()) {
    const { upgradeId, deviceId, outcome, percent, error, reason, tries, claimedAt, backAt, otherAt, dueAt, changedAt } = row;
    const to = { outcome, percent, error, reason, tries, claimedAt, backAt, otherAt, dueAt, changedAt };
    await changeRows(trx, [{ upgradeId, deviceId, outcome: before }], to, tally);
  }
  await tally.write(trx);
  return { events, applicationIds: [...new Set([...changed.values()].map(({ row }) => row.applicationId))] };
}

type Version = { name: string; version: string };
type Followed = UpgradeDeviceRow & { applicationId: number; packetId: number; packetName: string; packetVersion: string; running: Version };
type To = Partial<UpgradeDeviceRow>;

/** The birth, which names the version, follows; or it came before, if the broker's event is late (`otherAt`). */
function afterConnect({ claimedAt, otherAt, running }: Followed, connectedAt: number, at: number): To | undefined {
  if (claimedAt === 0) return { dueAt: at + BIRTH_MS };
  if (connectedAt <= claimedAt) return undefined;
  return otherAt < connectedAt ? { backAt: connectedAt } : cameBackWith(running, at);
}

/**
 * The device has started. With the upgrade's version it is done, unless it is on its way to another one and was not notified of this one.
 * With any other version it has failed if it had reported success; otherwise it is notified again.
 * A device that connects only to report its success still names the old version: it counts as restarted after a further connection.
 */
function afterBirth(row: Followed, packet: Version, at: number): To | undefined {
  const { packetName, packetVersion, outcome, claimedAt, backAt, mustBeTold } = row;
  const isToldFirst = mustBeTold === 1 && outcome === 'waiting';
  if (packet.name === packetName && packet.version === packetVersion && !isToldFirst)
    return { outcome: 'done', percent: 100, error: '', dueAt: null, changedAt: at };
  if (claimedAt === 0) return { dueAt: at, tries: 0 };
  return backAt > claimedAt ? cameBackWith(packet, at) : { otherAt: at };
}

function cameBackWith({ name, version }: Version, at: number): To {
  return { outcome: 'failed', reason: 'otherVersion', error: `${name} ${version}`.slice(0, MAX_ERROR), dueAt: null, changedAt: at };
}

function afterProgress(row: Followed, { packetId, stage, percent, error }: UpgradeProgress, at: number): To | undefined {
  if (packetId !== row.packetId) return undefined;
  const heard = { dueAt: null, tries: 0, changedAt: at };
  const whole = Math.round(percent ?? 0);
  switch (stage) {
    case 'downloading':
      return { ...heard, outcome: 'downloading', percent: whole, claimedAt: 0 };
    case 'installing':
      return { ...heard, outcome: 'installing', percent: whole, claimedAt: 0 };
    case 'succeeded':
      return { ...heard, outcome: 'installing', percent: 100, claimedAt: at };
    case 'failed':
      return { ...heard, outcome: 'failed', error: (error ?? '').slice(0, MAX_ERROR) };
  }
}

/** The upgrade was cancelled or timed out after the device was notified: its progress no longer matters, its result does for a while. */
function afterGivenUp(row: Followed, to: To, at: number): To | undefined {
  if (at - row.changedAt > LISTENED_MS) return undefined;
  if (to.outcome && !isActive(to.outcome)) return { reason: '', ...to };
  const { claimedAt = row.claimedAt, backAt = row.backAt, otherAt = row.otherAt } = to;
  return claimedAt === row.claimedAt && backAt === row.backAt && otherAt === row.otherAt ? undefined : { claimedAt, backAt, otherAt };
}

// Only for what the device has not reported itself: it came back with the version without a word, or with another one.
function tellOf({ packetId, claimedAt }: Followed, outcome: UpgradeDeviceRow['outcome'], running: Version) {
  if (outcome === 'done' && claimedAt === 0) {
    return { type: 'device.upgrade.succeeded' as const, data: JSON.stringify({ packetId, stage: 'succeeded', percent: 100, running }) };
  }
  if (outcome !== 'failed') return undefined;
  const error = `came back with ${running.name} ${running.version}`;
  return { type: 'device.upgrade.failed' as const, data: JSON.stringify({ packetId, stage: 'failed', error, running }) };
}

async function rowsOf(trx: Database, deviceIds: number[]): Promise<Map<number, Followed>> {
  const rows = await trx
    .selectFrom('upgradeDevice')
    .innerJoin('upgrade', 'upgrade.id', 'upgradeDevice.upgradeId')
    .selectAll('upgradeDevice')
    .innerJoin('device', 'device.id', 'upgradeDevice.deviceId')
    .select(['upgrade.applicationId', 'packetId', 'upgrade.packetName', 'upgrade.packetVersion'])
    .select(['device.packetName as runningName', 'device.packetVersion as runningVersion'])
    .where('deviceId', 'in', deviceIds)
    .where(isHeard)
    .orderBy('deviceId')
    .$if(isPostgres(trx), (found) => found.forUpdate(['upgradeDevice']))
    .execute();
  return new Map(
    rows.map(({ runningName, runningVersion, ...row }) => [
      row.deviceId,
      { ...row, running: { name: runningName, version: runningVersion } },
    ]),
  );
}
