import { type Insertable, sql } from 'kysely';
import { type DeviceEvent, type EventType, FAULTS, PROBLEMS, type Reason } from '../../contract/event';
import { insertMany } from '../db/bulk';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { DeviceEventRow, DeviceRow, Tables } from '../db/tables';

export type NewEvent = Insertable<Tables['deviceEvent']>;

export const insertEvents = (db: Database, events: NewEvent[]) => insertMany(db, 'deviceEvent', events);

// Literals, exactly as in the indexes of migrations/: a partial index is only used if its condition is recognized.
function isOfType(types: EventType[]) {
  const [one, ...others] = types.map((type) => sql.lit(type));
  return others.length === 0 ? sql<boolean>`"type" = ${one}` : sql<boolean>`"type" in (${sql.join([one, ...others])})`;
}

interface EventFilter {
  cursor?: number;
  limit: number;
  type?: EventType[];
  name?: string;
  problem?: boolean;
  from?: string;
  to?: string;
}

/** Events of a device, newest first. */
export async function eventsOfDevice(db: Database, deviceId: number, { cursor, limit, type, name, problem, from, to }: EventFilter) {
  const rows = await db
    .selectFrom('deviceEvent')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .$if(cursor !== undefined, (events) => events.where('id', '<', cursor as number))
    // No index covers several types; as literals, every combination would be another statement to prepare.
    .$if(type?.length === 1, (events) => events.where(isOfType(type as EventType[])))
    .$if(type !== undefined && type.length > 1, (events) => events.where('type', 'in', type as EventType[]))
    .$if(name !== undefined, (events) => events.where('name', '=', name as string))
    .$if(problem === true, (events) =>
      events.where((is) =>
        is.or([is('type', 'in', PROBLEMS), is.and([is('type', '=', 'device.offline'), is('reason', 'in', FAULTS)]), isPartial(db)]),
      ),
    )
    .$if(from !== undefined, (events) => events.where('at', '>=', Date.parse(from as string)))
    .$if(to !== undefined, (events) => events.where('at', '<=', Date.parse(to as string)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const list = rows.slice(0, limit).map(asEvent);
  return { list, nextCursor: rows.length > limit ? (list.at(-1)?.id ?? null) : null };
}

/** Only a part of a configuration was applied. `case`, because the data of other events need not be read. */
const isPartial = (db: Database) => {
  const result = isPostgres(db) ? sql`data::jsonb ->> 'result'` : sql`json_extract(data, '$.result')`;
  return sql<boolean>`case when type = 'device.config.applied' then ${result} = 'partial' else false end`;
};

/** Events that change how a device is shown in lists. */
export const STATE_EVENTS: EventType[] = ['device.online', 'device.offline', 'device.status'];

/** Events of a project after an id, in order: all of one device, or only those that change device states. */
export function eventsAfter(db: Database, applicationId: number, after: number, limit: number, deviceId?: number) {
  const events = db.selectFrom('deviceEvent').selectAll().where('id', '>', after).orderBy('id').limit(limit);
  return deviceId === undefined
    ? events.where('applicationId', '=', applicationId).where(isOfType(STATE_EVENTS)).execute()
    : events.where('deviceId', '=', deviceId).execute();
}

/** Those of these devices that still belong to the project. */
export async function devicesWithIds(db: Database, applicationId: number, ids: number[]): Promise<DeviceRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('device').selectAll().where('applicationId', '=', applicationId).where('id', 'in', ids).execute();
}

/** The newest event id: where a stream without `Last-Event-ID` begins. */
export async function lastEventId(db: Database): Promise<number> {
  const row = await db.selectFrom('deviceEvent').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** Intended disconnections: by a person, the device, or the platform. */
export const MEANT = ['normal', 'kicked', 'disabled', 'secret_reset', 'platform_restarted'] as const satisfies readonly Reason[];

/** How often a device's connection broke unintentionally (MEANT) since then, by reason, the most frequent first. */
export async function breaksSince(db: Database, deviceId: number, since: number): Promise<{ reason: Reason; count: number }[]> {
  const rows = await db
    .selectFrom('deviceEvent')
    .select(['reason', (q) => q.fn.countAll<number>().as('count')])
    .where('deviceId', '=', deviceId)
    .where('type', 'in', ['device.online', 'device.offline'])
    // `device.online` has a reason only if the connection replaced another one.
    .where('reason', 'not in', ['', ...MEANT])
    .where('at', '>=', since)
    .groupBy('reason')
    .orderBy('count', 'desc')
    .execute();
  return rows as { reason: Reason; count: number }[];
}

/** When a secret reset last ended a connection of the device, since then; 0: never. Whoever used the old secret is gone from then on. */
export async function resetSince(db: Database, deviceId: number, since: number): Promise<number> {
  const { at } = await db
    .selectFrom('deviceEvent')
    .select((q) => q.fn.max('at').as('at'))
    .where('deviceId', '=', deviceId)
    .where('type', '=', 'device.offline')
    .where('reason', '=', 'secret_reset')
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return at ?? 0;
}

/** The newest event of a type, of one reason or of any other than one. */
export function latestEvent(
  db: Database,
  deviceId: number,
  type: EventType,
  { of, besides }: { of?: Reason; besides?: Reason } = {},
): Promise<DeviceEventRow | undefined> {
  return db
    .selectFrom('deviceEvent')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .where('type', '=', type)
    .$if(of !== undefined, (events) => events.where('reason', '=', of as Reason))
    .$if(besides !== undefined, (events) => events.where('reason', '!=', besides as Reason))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When each of these devices last published an unreadable message to a topic; devices that never did are left out. */
export async function lastInvalid(db: Database, deviceIds: number[], name: string): Promise<Map<number, number>> {
  if (deviceIds.length === 0) return new Map();
  // One subquery per device, because a device that is never understood has very many such events.
  const rows = await db
    .selectFrom('device')
    .select((device) => [
      'device.id',
      device
        .selectFrom('deviceEvent')
        .select('at')
        .whereRef('deviceId', '=', 'device.id')
        .where(isOfType(['device.invalid']))
        .where('name', '=', name)
        .orderBy('deviceEvent.id', 'desc')
        .limit(1)
        .as('at'),
    ])
    .where('id', 'in', deviceIds)
    .execute();
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])));
}

/** Removes up to `limit` events older than `before`, oldest first; relies on ids growing with time. @returns how many */
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
