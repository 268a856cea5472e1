import type { UpgradeProgress } from '../../contract/topics';
import { type Entry, eventRow } from '../broker/entry';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { UpgradeDeviceRow } from '../db/tables';
import type { NewEvent } from '../event/queries';
import { changeRows, isActive, isHeard, LISTENED_MS, OutcomeTally } from './changes';

/** Who connects subscribes and says which version it runs within this time; who never says it is told after it. */
const BIRTH_MS = 2000;
/** No device that says it has succeeded has started again so soon. */
const RESTART_MS = 3000;
/** What is kept of a device's own words. */
const MAX_ERROR = 500;

/**
 * What devices say of upgrades, and which version they come back with: moves those that are in one. Inside the transaction that stores it.
 * @returns events that nobody but the platform can tell of, and the projects in which something changed
 */
export async function hearUpgrades(trx: Database, entries: Entry[]): Promise<{ events: Map<Entry, NewEvent[]>; applicationIds: number[] }> {
  const events = new Map<Entry, NewEvent[]>();
  const concerned = entries.filter(({ packet, progress, news }) => packet || progress || news?.kind === 'connected');
  if (concerned.length === 0) return { events, applicationIds: [] };
  const rows = await rowsOf(trx, [...new Set(concerned.map(({ device }) => device.deviceId))]);
  if (rows.size === 0) return { events, applicationIds: [] };

  const changed = new Map<number, { before: UpgradeDeviceRow['outcome']; row: Followed }>();
  for (const entry of concerned) {
    const { device, at, packet, progress } = entry;
    const row = rows.get(device.deviceId);
    if (!row) continue;
    const isGivenUp = row.reason === 'underWay';
    // Over, by what came before in this batch.
    if (!isGivenUp && !isActive(row.outcome)) continue;
    const heard = packet ? afterBirth(row, packet, at) : progress ? afterProgress(row, progress, at) : afterConnect(row, at);
    const to = heard && isGivenUp ? afterGivenUp(row, heard, at) : heard;
    if (!to) continue;
    if (packet && to.outcome) {
      const happening = tellOf(row, to.outcome, packet);
      if (happening) events.set(entry, [eventRow(device, at, happening)]);
    }
    if (!changed.has(device.deviceId)) changed.set(device.deviceId, { before: row.outcome, row });
    Object.assign(row, to);
  }

  const tally = new OutcomeTally();
  for (const { before, row } of changed.values()) {
    const { upgradeId, deviceId, outcome, percent, error, reason, tries, claimedAt, dueAt, changedAt } = row;
    const to = { outcome, percent, error, reason, tries, claimedAt, dueAt, changedAt };
    await changeRows(trx, [{ upgradeId, deviceId, outcome: before }], to, tally);
  }
  await tally.write(trx);
  return { events, applicationIds: [...new Set([...changed.values()].map(({ row }) => row.applicationId))] };
}

type Followed = UpgradeDeviceRow & { applicationId: number; packetId: number; packetName: string; packetVersion: string };
type To = Partial<UpgradeDeviceRow>;

/** Its birth follows, and knows more. */
const afterConnect = ({ claimedAt }: Followed, at: number): To | undefined => (claimedAt > 0 ? undefined : { dueAt: at + BIRTH_MS });

/**
 * The device has started: with the version, and it is done, unless it is on its way to another and has not been told of this one; with
 * another although it said it had succeeded, and it has failed; otherwise it is told again. One that had to wait for a connection to say
 * that it had succeeded says there what it still runs, too: it has not started again yet. Whether it has is told by the time, for not
 * every broker tells connections in the order of what is said over them.
 */
function afterBirth(row: Followed, packet: { name: string; version: string }, at: number): To | undefined {
  const { packetName, packetVersion, outcome, claimedAt, mustBeTold } = row;
  const isToldFirst = mustBeTold === 1 && outcome === 'waiting';
  if (packet.name === packetName && packet.version === packetVersion && !isToldFirst)
    return { outcome: 'done', percent: 100, error: '', dueAt: null, changedAt: at };
  if (claimedAt > 0) {
    if (at - claimedAt < RESTART_MS) return undefined;
    const error = `${packet.name} ${packet.version}`.slice(0, MAX_ERROR);
    return { outcome: 'failed', reason: 'otherVersion', error, dueAt: null, changedAt: at };
  }
  return { dueAt: at, tries: 0 };
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

/** Its upgrade was cancelled, or the wait for it ended, when it had been told: how far it is makes no difference any more, how it ends does, for a while. */
function afterGivenUp(row: Followed, { claimedAt, ...to }: To, at: number): To | undefined {
  if (at - row.changedAt > LISTENED_MS) return undefined;
  if (to.outcome && !isActive(to.outcome)) return { reason: '', ...to };
  return claimedAt === undefined || claimedAt === row.claimedAt ? undefined : { claimedAt };
}

// What the device said itself has been told; that it came back with the version without a word, or with another, has not.
function tellOf(
  { packetId, claimedAt }: Followed,
  outcome: UpgradeDeviceRow['outcome'],
  { name, version }: { name: string; version: string },
) {
  if (outcome === 'done' && claimedAt === 0) {
    return { type: 'device.upgrade.succeeded' as const, data: JSON.stringify({ packetId, stage: 'succeeded', percent: 100 }) };
  }
  if (outcome !== 'failed') return undefined;
  return {
    type: 'device.upgrade.failed' as const,
    data: JSON.stringify({ packetId, stage: 'failed', error: `came back with ${name} ${version}` }),
  };
}

async function rowsOf(trx: Database, deviceIds: number[]): Promise<Map<number, Followed>> {
  const rows = await trx
    .selectFrom('upgradeDevice')
    .innerJoin('upgrade', 'upgrade.id', 'upgradeDevice.upgradeId')
    .selectAll('upgradeDevice')
    .select(['applicationId', 'packetId', 'packetName', 'packetVersion'])
    .where('deviceId', 'in', deviceIds)
    .where(isHeard)
    .orderBy('deviceId')
    .$if(isPostgres(trx), (found) => found.forUpdate(['upgradeDevice']))
    .execute();
  return new Map(rows.map((row) => [row.deviceId, row]));
}
