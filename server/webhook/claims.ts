import { sql } from 'kysely';
import { padded } from '../db/bulk';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { CallbackRecordRow, WebhookRow } from '../db/tables';
import { movedTo } from './facets';
import { markPaused } from './queries';

/** A callback, as who sends to it needs it. */
export type Target = WebhookRow & { appKey: string; name: string; ownerEmail: string; isActive: boolean };

export type Claimed = Pick<
  CallbackRecordRow,
  'id' | 'messageId' | 'applicationId' | 'type' | 'sn' | 'tries' | 'attempts' | 'test' | 'body' | 'createdAt'
>;

const PENDING = sql<boolean>`status = 'pending'`;
const PAUSED = sql<boolean>`status = 'paused'`;

/** The projects that have something to send, and when its first is due; `paused`: that keep something. Jumps from project to project. */
export async function waitingProjects(db: Database, which: 'pending' | 'paused') {
  const first = which === 'pending' ? sql`min(r."dueAt")` : sql`min(r.id)`;
  const kept = which === 'pending' ? PENDING : PAUSED;
  const { rows } = await sql<{ applicationId: number; dueAt: number; holdUntil: number; isActive: number }>`
    with recursive project (id) as (
      select min("applicationId") from "callbackRecord" where ${kept}
      union all
      select (select min("applicationId") from "callbackRecord" where ${kept} and "applicationId" > project.id)
      from project where project.id is not null
    )
    select w."applicationId", (select ${first} from "callbackRecord" r where r.${kept} and r."applicationId" = project.id) as "dueAt",
      w."holdUntil",
      case when w.status = 'enabled' and a.status = 'enabled' then 1 else 0 end as "isActive"
    from project
    join webhook w on w."applicationId" = project.id
    join application a on a.id = project.id and a."ownerId" is not null`.execute(db);
  return rows.map(({ isActive, ...row }) => ({ ...row, isActive: isActive === 1 }));
}

export async function targetsOf(db: Database, applicationIds: number[]): Promise<Map<number, Target>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook')
    .innerJoin('application', 'application.id', 'webhook.applicationId')
    .innerJoin('account', 'account.id', 'application.ownerId')
    .selectAll('webhook')
    .select(['appKey', 'application.name', 'application.status as projectStatus', 'email as ownerEmail'])
    .where('webhook.applicationId', 'in', applicationIds)
    .execute();
  return new Map(
    rows.map(({ projectStatus, ...row }) => [
      row.applicationId,
      { ...row, isActive: row.status === 'enabled' && projectStatus === 'enabled' },
    ]),
  );
}

/** How many due records are read ahead, so that a device with many does not hide the others. */
const LOOK_AHEAD = 500;

/** The due records of a project: being sent (`inAir`), and the next ones, as far as they were read (`ahead`). */
export interface Due {
  applicationId: number;
  inAir: ReadonlyMap<number, { sn: string }>;
  ahead: { id: number; sn: string }[];
  /** There may be more due than is known. */
  isMoreDue: boolean;
}

/** Records claimed for sending. `isBlocked`: some already have an entry in `callbackFlight`, left by a crashed instance. */
export interface Claim {
  claimed: Claimed[];
  isBlocked: boolean;
}

/** Claims due records for sending, at most the given number per project, and of each device only the oldest. */
export async function claim(trx: Database, rooms: Map<Due, number>, now: number): Promise<Map<Due, Claim>> {
  const chosen = new Map<number, Due>();
  for (const [due, room] of rooms) for (const id of await chooseFrom(trx, due, room, now)) chosen.set(id, due);
  const claims = new Map([...rooms.keys()].map((due): [Due, Claim] => [due, { claimed: [], isBlocked: false }]));
  if (chosen.size === 0) return claims;

  const flights = [...chosen].map(([recordId, { applicationId }]) => ({ recordId, applicationId, at: now }));
  const taken = await trx
    .insertInto('callbackFlight')
    .values(padded(flights))
    .onConflict((known) => known.doNothing())
    .returning('recordId')
    .execute();
  const ids = new Set(taken.map(({ recordId }) => recordId));
  for (const [id, due] of chosen) if (!ids.has(id)) Object.assign(claims.get(due) as Claim, { isBlocked: true });
  for (const record of await lockDue(trx, [...ids], now)) {
    claims.get(chosen.get(record.id) as Due)?.claimed.push(record);
    ids.delete(record.id);
  }
  // No longer due: paused, taken back or removed meanwhile.
  if (ids.size > 0)
    await trx
      .deleteFrom('callbackFlight')
      .where('recordId', 'in', [...ids])
      .execute();
  return claims;
}

async function chooseFrom(trx: Database, due: Due, room: number, now: number): Promise<number[]> {
  let chosen = choose(due, room);
  if (chosen.length < room && due.isMoreDue && due.ahead.length < LOOK_AHEAD / 2) {
    await lookAhead(trx, due, now);
    chosen = choose(due, room);
  }
  const isChosen = new Set(chosen);
  due.ahead = due.ahead.filter(({ id }) => !isChosen.has(id));
  return chosen;
}

function choose({ ahead, inAir }: Due, room: number): number[] {
  const sns = new Set([...inAir.values()].map(({ sn }) => sn));
  const chosen: number[] = [];
  for (const { id, sn } of ahead) {
    if (chosen.length === room) break;
    if (sns.has(sn)) continue;
    sns.add(sn);
    chosen.push(id);
  }
  return chosen;
}

async function lookAhead(trx: Database, due: Due, now: number) {
  const limit = LOOK_AHEAD + due.inAir.size;
  // Reset before reading: a record stored from here on sets it again (`Lane.wake`).
  due.isMoreDue = false;
  const rows = await trx
    .selectFrom('callbackRecord')
    .select(['id', 'sn'])
    .where(PENDING)
    .where('applicationId', '=', due.applicationId)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (rows.length === limit) due.isMoreDue = true;
  // By id, because the clocks of instances differ a little.
  due.ahead = rows.filter(({ id }) => !due.inAir.has(id)).sort((a, b) => a.id - b.id);
}

// Records read ahead may have changed: only the locked row tells whether it is still due.
async function lockDue(trx: Database, ids: number[], now: number): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('callbackRecord')
    .select(['id', 'messageId', 'applicationId', 'type', 'sn', 'tries', 'attempts', 'test', 'body', 'createdAt'])
    .where(PENDING)
    .where('id', 'in', padded(ids))
    .where('dueAt', '<=', now)
    .$if(isPostgres(trx), (rows) => rows.forUpdate().skipLocked())
    .execute();
}

/** Takes over what a crashed instance was sending for a project. @param own what this instance is sending */
export function takeInterrupted(trx: Database, applicationId: number, own: Due['inAir']) {
  return trx
    .deleteFrom('callbackFlight')
    .where('applicationId', '=', applicationId)
    .$if(own.size > 0, (flights) => flights.where('recordId', 'not in', [...own.keys()]))
    .returning(['recordId', 'at'])
    .execute();
}

const MOVED_AT_ONCE = 1000;

/** Pauses what a disabled callback or project has waiting, a part of it. @returns may there be more? */
export async function park(trx: Database, applicationId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('callbackRecord')
    .set({ status: 'paused', facet: movedTo('paused') })
    .where('id', 'in', (q) =>
      q
        .selectFrom('callbackRecord')
        .select('id')
        .where(PENDING)
        .where('applicationId', '=', applicationId)
        .where('id', 'not in', q.selectFrom('callbackFlight').select('recordId').where('callbackFlight.applicationId', '=', applicationId))
        .limit(MOVED_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0) await markPaused(trx, [applicationId]);
  return Number(numUpdatedRows) === MOVED_AT_ONCE;
}

/** Sends on what was kept while paused, the oldest first, so many at most. @returns may there be more? */
export async function thaw(trx: Database, applicationId: number, limit: number, now: number): Promise<boolean> {
  const rows = await trx
    .updateTable('callbackRecord')
    .set({ status: 'pending', dueAt: now, facet: movedTo('pending') })
    .where('id', 'in', (q) =>
      q.selectFrom('callbackRecord').select('id').where(PAUSED).where('applicationId', '=', applicationId).orderBy('id').limit(limit),
    )
    .returning('id')
    .execute();
  if (rows.length === limit) return true;
  await trx.updateTable('webhook').set({ hasPaused: 0 }).where('applicationId', '=', applicationId).execute();
  return false;
}

/** Gives up records that have been paused since before then. @returns how many, at most a thousand */
export async function expirePaused(db: Database, applicationId: number, before: number): Promise<number> {
  const old = await db
    .selectFrom('callbackRecord')
    .select(['id', 'createdAt'])
    .where(PAUSED)
    .where('applicationId', '=', applicationId)
    .orderBy('id')
    .limit(MOVED_AT_ONCE)
    .execute();
  const last = old.findLast(({ createdAt }) => createdAt < before);
  if (!last) return 0;
  const { numUpdatedRows } = await db
    .updateTable('callbackRecord')
    .set({ status: 'failed', error: 'expired', facet: movedTo('failed') })
    .where(PAUSED)
    .where('applicationId', '=', applicationId)
    .where('id', '<=', last.id)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
