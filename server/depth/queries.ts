import type { Selectable } from 'kysely';
import type { DepthProfile } from '../../contract/depth';
import type { Birth } from '../../contract/topics';
import type { Database } from '../db/database';
import type { Tables } from '../db/tables';

export type TicketRow = Selectable<Tables['depthTicket']>;

/** Keeps a ticket, and forgets those that were never used. */
export async function insertTicket(db: Database, ticket: TicketRow, now: number) {
  await db.deleteFrom('depthTicket').where('expiresAt', '<=', now).execute();
  await db.insertInto('depthTicket').values(ticket).execute();
}

/** Uses a ticket up: of two who try at once, on whatever instance, one gets it. */
export async function redeemTicket(db: Database, hash: string, now: number): Promise<TicketRow | undefined> {
  const row = await db.deleteFrom('depthTicket').where('hash', '=', hash).returningAll().executeTakeFirst();
  return row && row.expiresAt > now ? row : undefined;
}

/** A device as far as looking at it goes. `camera` is what its last birth says: null when it has none, undefined when no birth is known. */
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

/** Those of these sessions that have not ended. */
export async function livingSessions(db: Database, ids: number[], now: number): Promise<Set<number>> {
  const rows = await db.selectFrom('session').select('id').where('id', 'in', ids).where('expiresAt', '>', now).execute();
  return new Set(rows.map(({ id }) => id));
}

/** What an account is called in what others read. */
export async function nameOf(db: Database, accountId: number): Promise<string> {
  const { name, email } = await db.selectFrom('account').select(['name', 'email']).where('id', '=', accountId).executeTakeFirstOrThrow();
  return name || email;
}

interface Watch {
  deviceId: number;
  /** A room of an instance. */
  holder: string;
  profile: DepthProfile;
  viewers: number;
  /** Until when the others believe it, milliseconds since the epoch. */
  until: number;
  now: number;
}

/** Says that somebody looks at a device through this instance, or goes on looking. @returns all who do, this one among them */
export async function saveWatch(db: Database, { deviceId, holder, profile, viewers, until, now }: Watch) {
  await db
    .insertInto('depthWatch')
    .values({ deviceId, holder, profile, viewers, since: now, until })
    .onConflict((known) => known.columns(['deviceId', 'holder']).doUpdateSet({ profile, viewers, until }))
    .execute();
  return watchesOf(db, deviceId, now);
}

/** Those that a process before this one said and can no longer take back. */
export async function forgetWatches(db: Database) {
  await db.deleteFrom('depthWatch').execute();
}

export function watchesOf(db: Database, deviceId: number, now: number) {
  return db.selectFrom('depthWatch').selectAll().where('deviceId', '=', deviceId).where('until', '>', now).execute();
}

/** Nobody does so any more. @returns those that still do */
export async function deleteWatch(db: Database, deviceId: number, holder: string, now: number) {
  await db
    .deleteFrom('depthWatch')
    .where('deviceId', '=', deviceId)
    .where((q) => q.or([q('holder', '=', holder), q('until', '<=', now)]))
    .execute();
  return watchesOf(db, deviceId, now);
}
