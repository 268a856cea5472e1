import type { Selectable } from 'kysely';
import type { DepthProfile } from '../../contract/depth';
import type { Birth } from '../../contract/topics';
import type { Database } from '../db/database';
import type { Tables } from '../db/tables';

export type TicketRow = Selectable<Tables['depthTicket']>;

/** Stores a ticket, and removes expired ones. */
export async function insertTicket(db: Database, ticket: TicketRow, now: number) {
  await db.deleteFrom('depthTicket').where('expiresAt', '<=', now).execute();
  await db.insertInto('depthTicket').values(ticket).execute();
}

/** Consumes a ticket: of two concurrent tries, on whatever instances, only one gets it. */
export async function redeemTicket(db: Database, hash: string, now: number): Promise<TicketRow | undefined> {
  const row = await db.deleteFrom('depthTicket').where('hash', '=', hash).returningAll().executeTakeFirst();
  return row && row.expiresAt > now ? row : undefined;
}

/** What decides whether a device can be watched. `camera` is from its last birth: null if it has none, undefined if no birth is known. */
export async function standingOf(db: Database, deviceId: number) {
  const row = await db
    .selectFrom('device')
    .innerJoin('application', 'application.id', 'device.applicationId')
    .select([
      'device.id',
      'device.sn',
      'device.state',
      'device.camera',
      'device.applicationId',
      'application.appKey',
      'application.ownerId',
    ])
    .select('application.status as projectStatus')
    .where('device.id', '=', deviceId)
    .executeTakeFirst();
  return row && { ...row, camera: row.camera === '' ? undefined : (JSON.parse(row.camera) as Birth['depth'] | null) };
}
export type Standing = NonNullable<Awaited<ReturnType<typeof standingOf>>>;

/** Those of these sessions that are still valid. */
export async function livingSessions(db: Database, ids: number[], now: number): Promise<Set<number>> {
  const rows = await db.selectFrom('session').select('id').where('id', 'in', ids).where('expiresAt', '>', now).execute();
  return new Set(rows.map(({ id }) => id));
}

/** The name of an account as others see it. */
export async function nameOf(db: Database, accountId: number): Promise<string> {
  const { name, email } = await db.selectFrom('account').select(['name', 'email']).where('id', '=', accountId).executeTakeFirstOrThrow();
  return name || email;
}

interface Watch {
  deviceId: number;
  /** Identifies the room of an instance. */
  holder: string;
  profile: DepthProfile;
  viewers: number;
  /** When the watch expires for other instances, milliseconds since the epoch. */
  until: number;
  now: number;
}

/** Registers or renews the watch of a device by this instance. @returns all current watches of the device, this one included */
export async function saveWatch(db: Database, { deviceId, holder, profile, viewers, until, now }: Watch) {
  await db
    .insertInto('depthWatch')
    .values({ deviceId, holder, profile, viewers, since: now, until })
    .onConflict((known) => known.columns(['deviceId', 'holder']).doUpdateSet({ profile, viewers, until }))
    .execute();
  return watchesOf(db, deviceId, now);
}

/** Removes the watches that a previous process left behind. */
export async function forgetWatches(db: Database) {
  await db.deleteFrom('depthWatch').execute();
}

export function watchesOf(db: Database, deviceId: number, now: number) {
  return db.selectFrom('depthWatch').selectAll().where('deviceId', '=', deviceId).where('until', '>', now).execute();
}

/** Ends the watch of this instance. @returns the remaining ones */
export async function deleteWatch(db: Database, deviceId: number, holder: string, now: number) {
  await db
    .deleteFrom('depthWatch')
    .where('deviceId', '=', deviceId)
    .where((q) => q.or([q('holder', '=', holder), q('until', '<=', now)]))
    .execute();
  return watchesOf(db, deviceId, now);
}
