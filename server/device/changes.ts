import type { DeviceDraft, DeviceState } from '../../contract/device';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import { folded } from '../db/text';
import { endUpgradesOf } from '../upgrade/changes';
import { countStates, countTags, Tally } from './counts';

// The only statements that add devices, remove them, and change their state, name or tags: what is counted and what is searched
// changes with them, in the same transaction. Each takes at most MAX_AT_ONCE devices.

/** Parameters of one statement are limited (SQLite 32,766). */
export const MAX_AT_ONCE = 1000;

type NewDevice = DeviceDraft & { secretHash: string };

/** Adds devices. @returns the ids by SN; an SN that exists already has none */
export async function insertDevices(trx: Database, applicationId: number, drafts: NewDevice[], now: number): Promise<Map<string, number>> {
  const rows = drafts.map(({ tags, ...draft }) => ({
    ...draft,
    applicationId,
    tags: JSON.stringify(tags),
    search: searchOf({ ...draft, tags }),
    state: 'inactive' as const,
    stateSince: now,
    createdAt: now,
  }));
  const inserted = await trx
    .insertInto('device')
    .values(rows)
    .onConflict((known) => known.columns(['applicationId', 'sn']).doNothing())
    .returning(['id', 'sn'])
    .execute();
  const ids = new Map(inserted.map(({ id, sn }) => [sn, id]));
  await countStates(trx, new Tally().add(applicationId, 'inactive', ids.size));
  await changeTags(
    trx,
    applicationId,
    drafts.flatMap(({ sn, tags }) => (ids.has(sn) ? { id: ids.get(sn) as number, from: [], to: tags } : [])),
  );
  return ids;
}

/** Removes devices. @returns those there were */
export async function deleteDevices(trx: Database, applicationId: number, ids: number[]) {
  const rows = await devicesForUpdate(trx, applicationId, ids);
  if (rows.length === 0) return [];
  const there = rows.map(({ id }) => id);
  const states = new Tally();
  for (const { state } of rows) states.add(applicationId, state, -1);
  const tags = new Tally();
  for (const row of rows) for (const tag of row.tags) tags.add(applicationId, tag, -1);

  await endUpgradesOf(trx, there);
  await trx.deleteFrom('deviceTag').where('deviceId', 'in', there).execute();
  await trx.deleteFrom('device').where('id', 'in', there).execute();
  await countStates(trx, states);
  await countTags(trx, tags);
  return rows;
}

interface StateChange {
  id: number;
  applicationId: number;
  from: DeviceState;
  to: DeviceState;
  /** Milliseconds since the epoch. */
  since: number;
}

/** Moves devices from state to state, or to another moment they are in it since; `from` is what `devicesForUpdate`, or another read that locks, found in this transaction. */
export async function setDeviceStates(trx: Database, changes: StateChange[]): Promise<void> {
  const tally = new Tally();
  for (const { applicationId, from, to } of changes) tally.add(applicationId, from, -1).add(applicationId, to, 1);
  for (const alike of groups(changes, ({ to, since }) => `${to} ${since}`)) {
    const [{ to, since }] = alike;
    await trx
      .updateTable('device')
      .set({ state: to, stateSince: since })
      .where(
        'id',
        'in',
        alike.map(({ id }) => id),
      )
      .execute();
  }
  await countStates(trx, tally);
}

type Described = Awaited<ReturnType<typeof devicesForUpdate>>[number];

/** Gives devices another name, remark or tags. */
export async function describeDevices(
  trx: Database,
  changes: { device: Described; to: { name?: string; remark?: string; tags?: string[] } }[],
): Promise<void> {
  for (const { device, to } of changes) {
    const { tags = device.tags, name = device.name, remark } = to;
    await trx
      .updateTable('device')
      .set({ name, remark, tags: JSON.stringify(tags), search: searchOf({ sn: device.sn, name, tags }) })
      .where('id', '=', device.id)
      .execute();
  }
  for (const ofOneProject of groups(changes, ({ device }) => device.applicationId)) {
    const [{ device }] = ofOneProject;
    await changeTags(
      trx,
      device.applicationId,
      ofOneProject.map(({ device: { id, tags: from }, to: { tags = from } }) => ({ id, from, to: tags })),
    );
  }
}

/** Devices of a project, in the order of their ids, for a transaction that is going to change them: nobody else does meanwhile. */
export async function devicesForUpdate(trx: Database, applicationId: number, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('device')
    .select(['id', 'applicationId', 'sn', 'name', 'tags', 'state', 'address', 'lastSeenAt'])
    .where('applicationId', '=', applicationId)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(trx), (devices) => devices.forUpdate())
    .execute();
  return rows.map((row) => ({ ...row, tags: JSON.parse(row.tags) as string[] }));
}

async function changeTags(trx: Database, applicationId: number, devices: { id: number; from: string[]; to: string[] }[]) {
  const tally = new Tally();
  const added = devices.flatMap(({ id: deviceId, from, to }) =>
    to.filter((tag) => !from.includes(tag)).map((tag) => ({ applicationId, tag, deviceId })),
  );
  const removed = devices.flatMap(({ id: deviceId, from, to }) =>
    from.filter((tag) => !to.includes(tag)).map((tag) => ({ tag, deviceId })),
  );
  for (const { tag } of added) tally.add(applicationId, tag, 1);
  for (const { tag } of removed) tally.add(applicationId, tag, -1);

  for (let from = 0; from < added.length; from += MAX_AT_ONCE) {
    await trx
      .insertInto('deviceTag')
      .values(added.slice(from, from + MAX_AT_ONCE))
      .execute();
  }
  for (const alike of groups(removed, ({ tag }) => tag)) {
    const [{ tag }] = alike;
    const ids = alike.map(({ deviceId }) => deviceId);
    await trx
      .deleteFrom('deviceTag')
      .where('applicationId', '=', applicationId)
      .where('tag', '=', tag)
      .where('deviceId', 'in', ids)
      .execute();
  }
  await countTags(trx, tally);
}

const searchOf = ({ sn, name, tags }: { sn: string; name: string; tags: string[] }) => folded(sn, name, ...tags);

function groups<T>(all: T[], keyOf: (one: T) => string | number): [T, ...T[]][] {
  const byKey = new Map<string | number, [T, ...T[]]>();
  for (const one of all) {
    const group = byKey.get(keyOf(one));
    if (group) group.push(one);
    else byKey.set(keyOf(one), [one]);
  }
  return [...byKey.values()];
}
