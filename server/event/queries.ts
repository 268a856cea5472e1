import { type Insertable, sql } from 'kysely';
import { type DeviceEvent, type EventType, FAULTS, PROBLEMS } from '../../contract/event';
import { insertMany } from '../db/bulk';
import type { Database } from '../db/database';
import type { DeviceEventRow, DeviceRow, Tables } from '../db/tables';

export type NewEvent = Insertable<Tables['deviceEvent']>;

/** Stores events. */
export const insertEvents = (db: Database, events: NewEvent[]) => insertMany(db, 'deviceEvent', events);

interface EventFilter {
  cursor?: number;
  limit: number;
  type?: EventType[];
  name?: string;
  problem?: boolean;
  from?: string;
  to?: string;
}

/** What happened to a device, the newest first. */
export async function eventsOfDevice(db: Database, deviceId: number, { cursor, limit, type, name, problem, from, to }: EventFilter) {
  const rows = await db
    .selectFrom('deviceEvent')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .$if(cursor !== undefined, (events) => events.where('id', '<', cursor as number))
    .$if(type !== undefined, (events) => events.where('type', 'in', type as EventType[]))
    .$if(name !== undefined, (events) => events.where('name', '=', name as string))
    .$if(problem === true, (events) =>
      events.where((is) => is.or([is('type', 'in', PROBLEMS), is.and([is('type', '=', 'device.offline'), is('reason', 'in', FAULTS)])])),
    )
    .$if(from !== undefined, (events) => events.where('at', '>=', Date.parse(from as string)))
    .$if(to !== undefined, (events) => events.where('at', '<=', Date.parse(to as string)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const list = rows.slice(0, limit).map(asEvent);
  return { list, nextCursor: rows.length > limit ? (list.at(-1)?.id ?? null) : null };
}

/** Events that change how a device is shown in lists. */
export const STATE_EVENTS: EventType[] = ['device.online', 'device.offline', 'device.status'];

// As the index deviceEventOfState says it, word by word: a database uses a partial index only for what it recognizes.
const isStateEvent = sql<boolean>`"type" in (${sql.join(STATE_EVENTS.map((type) => sql.lit(type)))})`;

/** What happened in a project after an event, in order; of one device, or only what changed devices' states. */
export function eventsAfter(db: Database, applicationId: number, after: number, limit: number, deviceId?: number) {
  const events = db.selectFrom('deviceEvent').selectAll().where('id', '>', after).orderBy('id').limit(limit);
  return deviceId === undefined
    ? events.where('applicationId', '=', applicationId).where(isStateEvent).execute()
    : events.where('deviceId', '=', deviceId).execute();
}

/** Those of these devices that are still in the project. */
export async function devicesWithIds(db: Database, applicationId: number, ids: number[]): Promise<DeviceRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('device').selectAll().where('applicationId', '=', applicationId).where('id', 'in', ids).execute();
}

/** The newest event there is: where a stream that asks for nothing older begins. */
export async function lastEventId(db: Database): Promise<number> {
  const row = await db.selectFrom('deviceEvent').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** How often a device came online since then. */
export async function connectionsSince(db: Database, deviceId: number, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('deviceEvent')
    .select((q) => q.fn.countAll<number>().as('count'))
    .where('deviceId', '=', deviceId)
    .where('type', '=', 'device.online')
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest event of some types. */
export function latestEvent(db: Database, deviceId: number, types: EventType[]): Promise<DeviceEventRow | undefined> {
  return db
    .selectFrom('deviceEvent')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .where('type', 'in', types)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** How many of a device's newest events are looked through for a rare one, time and again: what it says otherwise may be very much. */
const NEWEST = 500;

/** Has a device published something to a topic since then that could not be read? As far as its newest events tell. */
export async function hasInvalidSince(db: Database, deviceId: number, name: string, since: number): Promise<boolean> {
  const newest = db
    .selectFrom('deviceEvent')
    .select(['type', 'name', 'at'])
    .where('deviceId', '=', deviceId)
    .orderBy('id', 'desc')
    .limit(NEWEST);
  const found = await db
    .selectFrom(newest.as('newest'))
    .select('at')
    .where('type', '=', 'device.invalid')
    .where('name', '=', name)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Removes up to `limit` events older than that, the oldest first: ids grow with time. @returns how many there were */
export async function pruneEvents(db: Database, before: number, limit: number): Promise<number> {
  const old = await db.selectFrom('deviceEvent').select(['id', 'at']).orderBy('id').limit(limit).execute();
  const last = old.findLast(({ at }) => at < before);
  if (!last) return 0;
  const { numDeletedRows } = await db.deleteFrom('deviceEvent').where('id', '<=', last.id).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export function asEvent({ id, sn, type, name, at, data, reason, address }: DeviceEventRow): DeviceEvent {
  return {
    id,
    sn,
    type,
    ...(name && { name }),
    ts: new Date(at).toISOString(),
    data: JSON.parse(data),
    ...(reason && { reason }),
    ...(address && { address }),
  };
}
