import { setImmediate as breathe } from 'node:timers/promises';
import type { UpgradeTarget } from '../../contract/upgrade';
import type { Database } from '../db/database';
import type { DeviceRow } from '../db/tables';
import { walk } from '../device/walk';
import { ROWS_AT_ONCE } from './changes';

/**
 * The devices an upgrade targets, up to a thousand ids at a time, without occupying the database for long. Disabled devices are left out,
 * since they cannot be notified. @param onDisabled receives the number left out
 */
export async function* devicesOf(
  db: Database,
  applicationId: number,
  target: UpgradeTarget,
  packetId: number,
  onDisabled: (count: number) => void = () => {},
): AsyncGenerator<number[]> {
  const { sns, percent } = target;
  if (sns) for await (const found of chosen(db, applicationId, [...new Set(sns)])) yield enabled(found);
  else if (percent === undefined) for await (const found of matching(db, applicationId, target)) yield* inChunks(enabled(found));
  else {
    const all: number[] = [];
    for await (const found of matching(db, applicationId, target)) for (const id of enabled(found)) all.push(id);
    yield* inChunks(share(all, percent, packetId));
  }

  function enabled(found: Found[]): number[] {
    const ids = found.filter(({ state }) => state !== 'disabled').map(({ id }) => id);
    onDisabled(found.length - ids.length);
    return ids;
  }
}

type Found = Pick<DeviceRow, 'id' | 'state'>;

/** Does the target contain any device at all? */
export async function hasDevices(db: Database, applicationId: number, target: UpgradeTarget): Promise<boolean> {
  for await (const ids of devicesOf(db, applicationId, { ...target, percent: undefined }, 0)) if (ids.length > 0) return true;
  return false;
}

/** Chosen serial numbers that the project does not have: misspelt, or deleted meanwhile. */
export async function unknownSnsOf(db: Database, applicationId: number, { sns = [] }: UpgradeTarget): Promise<string[]> {
  const unknown = new Set(sns);
  for await (const found of chosen(db, applicationId, [...unknown])) for (const { sn } of found) unknown.delete(sn);
  return [...unknown];
}

/** A percentage of these devices, at least one: those with the lowest ranks. A device's rank is fixed per packet. */
export function share(ids: number[], percent: number, packetId: number): number[] {
  const count = shareOf(ids.length, percent);
  if (count >= ids.length) return ids;
  const ranks = Uint32Array.from(ids, (id) => rankOf(id, packetId)).sort();
  const limit = ranks[count] as number;
  // Equal ranks are rare, and then it does not matter if one device more or less is taken.
  return ids.filter((id) => rankOf(id, packetId) < limit);
}

export const shareOf = (count: number, percent: number): number => Math.min(count, Math.ceil((count * percent) / 100));

/** The same share of each count, rounded so that the parts add up to the share of the total. */
export function sharesOf(counts: number[], percent: number): number[] {
  let all = 0;
  return counts.map((count) => {
    const before = shareOf(all, percent);
    all += count;
    return shareOf(all, percent) - before;
  });
}

// Murmur3's finalizer: neighbours get ranks far apart.
function rankOf(id: number, packetId: number): number {
  let rank = Math.imul(id, 0x9e3779b1) ^ Math.imul(packetId, 0x85ebca77);
  rank = Math.imul(rank ^ (rank >>> 16), 0x85ebca6b);
  rank = Math.imul(rank ^ (rank >>> 13), 0xc2b2ae35);
  return (rank ^ (rank >>> 16)) >>> 0;
}

async function* matching(db: Database, applicationId: number, { filter = {}, tag, upTo }: UpgradeTarget): AsyncGenerator<Found[]> {
  for await (const slice of walk(db, applicationId, { ...(tag === undefined ? filter : { tag }), upTo })) {
    yield slice.matching;
  }
}

async function* chosen(db: Database, applicationId: number, sns: string[]): AsyncGenerator<(Found & Pick<DeviceRow, 'sn'>)[]> {
  for (let from = 0; from < sns.length; from += ROWS_AT_ONCE) {
    yield await db
      .selectFrom('device')
      .select(['id', 'sn', 'state'])
      .where('applicationId', '=', applicationId)
      .where('sn', 'in', sns.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

async function* inChunks(ids: number[]): AsyncGenerator<number[]> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    yield ids.slice(from, from + ROWS_AT_ONCE);
    await breathe();
  }
}
