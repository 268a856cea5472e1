import { sql } from 'kysely';
import { updateMany } from '../db/bulk';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import { setDeviceStates } from '../device/changes';
import type { NewEvent } from '../event/queries';
import { type Entry, eventRow, type Happening } from './entry';
import { merge } from './online';

/** Serializes event storage across instances, so that event ids become visible in commit order: streams read "after this id". */
export async function lockEventOrder(trx: Database) {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(4863)`.execute(trx);
}

/** The device with these names, with what decides whether it may connect. */
export function deviceOf(db: Database, appKey: string, sn: string) {
  return db
    .selectFrom('application')
    .innerJoin('device', 'device.applicationId', 'application.id')
    .select([
      'device.id as deviceId',
      'device.applicationId',
      'device.sn',
      'device.secretHash',
      'device.state',
      'device.connectedAt',
      'device.secretResetAt',
      'application.status as projectStatus',
    ])
    .where('application.appKey', '=', appKey)
    .where('device.sn', '=', sn)
    .executeTakeFirst();
}

/** Which of these serial numbers of a project may be connected. */
export async function admittedSns(db: Database, appKey: string, sns: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('application')
    .innerJoin('device', 'device.applicationId', 'application.id')
    .select('device.sn')
    .where('application.appKey', '=', appKey)
    .where('application.status', '=', 'enabled')
    .where('device.sn', 'in', sns)
    .where('device.state', '<>', 'disabled')
    .execute();
  return new Set(rows.map(({ sn }) => sn));
}

/** Up to `limit` devices whose connection is stored as open, in id order after `afterId`. */
export function onlineDevicesAfter(db: Database, afterId: number, limit: number) {
  return db
    .selectFrom('device')
    .innerJoin('application', 'application.id', 'device.applicationId')
    .select(['device.id as deviceId', 'device.applicationId', 'device.sn', 'application.appKey'])
    .where('device.connectionEnded', '=', 0)
    .where('device.id', '>', afterId)
    .orderBy('device.id')
    .limit(limit)
    .execute();
}

/**
 * Writes what a batch says about the devices themselves: connection reports merged into their states, packet and camera from births, and
 * "last seen".
 * @param seen devices with nothing but messages for which "last seen" is due
 * @returns the events that the reports of each entry led to, and the projects in which devices now run another version
 */
export async function saveDevices(
  trx: Database,
  entries: Entry[],
  seen: Set<number>,
): Promise<{ happened: Map<Entry, NewEvent[]>; otherVersionsIn: Set<number> }> {
  const concerned = entries.filter(({ news, packet, camera }) => news || packet || camera);
  const happened = new Map<Entry, NewEvent[]>();
  const otherVersionsIn = new Set<number>();
  const known = await devicesForUpdate(trx, [...new Set([...concerned.map(({ device }) => device.deviceId), ...seen])]);
  const before = new Map([...known.values()].map(({ id, state, stateSince }) => [id, { state, stateSince }]));

  for (const entry of concerned) {
    const { device, at, news, packet, camera } = entry;
    const row = known.get(device.deviceId);
    if (!row) continue;
    if (packet && (packet.name !== row.packetName || packet.version !== row.packetVersion)) otherVersionsIn.add(row.applicationId);
    if (packet) Object.assign(row, { packetName: packet.name, packetVersion: packet.version });
    if (camera) Object.assign(row, { camera });
    if (packet || camera) Object.assign(row, { lastSeenAt: at, changed: true });
    const next = news && merge({ state: row.state, connectedAt: row.connectedAt, ended: row.connectionEnded === 1 }, news);
    if (!news || !next) continue;

    const wasOnline = row.connectionEnded === 0;
    happened.set(entry, [eventRow(device, at, wasOnline ? happeningOf(news, row.address) : happeningOf(news))]);
    Object.assign(row, {
      ...(next.state !== row.state && { state: next.state, stateSince: at }),
      connectedAt: next.connectedAt,
      connectionEnded: next.ended ? 1 : 0,
      endReason: news.kind === 'connected' ? '' : news.reason,
      ...(news.address && { address: news.address }),
      lastSeenAt: at,
      changed: true,
    });
  }

  const rows = [...known.values()];
  await updateMany(
    trx,
    'device',
    rows.filter(({ changed }) => changed).map(({ applicationId, state, stateSince, changed, ...row }) => row),
  );
  const heard = rows.filter(({ id, changed }) => seen.has(id) && !changed).map(({ id }) => id);
  const lastSeenAt = Math.max(0, ...entries.map(({ at }) => at));
  if (heard.length > 0) await trx.updateTable('device').set({ lastSeenAt }).where('id', 'in', heard).execute();
  // A device that came and went within one batch has its old state, but since another moment.
  await setDeviceStates(
    trx,
    rows.flatMap(({ id, applicationId, state, stateSince }) => {
      const was = before.get(id);
      return !was || (was.state === state && was.stateSince === stateSince)
        ? []
        : [{ id, applicationId, from: was.state, to: state, since: stateSince }];
    }),
  );
  return { happened, otherVersionsIn };
}

async function devicesForUpdate(trx: Database, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await trx
    .selectFrom('device')
    .select([
      'id',
      'applicationId',
      'state',
      'stateSince',
      'connectedAt',
      'connectionEnded',
      'endReason',
      'address',
      'lastSeenAt',
      'packetName',
      'packetVersion',
      'camera',
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(trx), (devices) => devices.forUpdate())
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, changed: false }]));
}

/** @param connected the address of the connection that was open until now, if any */
function happeningOf(news: NonNullable<Entry['news']>, connected?: string): Happening {
  if (news.kind !== 'connected') {
    const { reason, address, topic } = news;
    return { type: 'device.offline', reason, address: address || connected, data: topic && JSON.stringify({ topic }) };
  }
  const replaced = connected !== undefined && { reason: 'takenover' as const, data: JSON.stringify({ replaced: connected }) };
  return { type: 'device.online', address: news.address, ...replaced };
}
