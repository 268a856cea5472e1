import { sql } from 'kysely';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { CallbackRecordRow, WebhookRow } from '../db/tables';
import { movedTo } from './facets';
import { markPaused } from './queries';

/** A callback, as who sends to it needs it. */
export type Target = WebhookRow & { appKey: string; name: string; ownerEmail: string; isActive: boolean };

export type Claimed = Pick<
  CallbackRecordRow,
  'id' | 'messageId' | 'applicationId' | 'type' | 'sn' | 'tries' | 'attempts' | 'body' | 'createdAt'
>;

const PENDING = sql<boolean>`status = 'pending'`;
const PAUSED = sql<boolean>`status = 'paused'`;

/** The projects that have something to send, and when its first is due; `paused`: that keep something. Jumps from project to project. */
export async function waitingProjects(db: Database, which: 'pending' | 'paused') {
  const first = which === 'pending' ? sql`min(r."dueAt")` : sql`min(r.id)`;
  const kept = which === 'pending' ? PENDING : PAUSED;
  const { rows } = await sql<{ applicationId: number; dueAt: number; isActive: number }>`
    with recursive project (id) as (
      select min("applicationId") from "callbackRecord" where ${kept}
      union all
      select (select min("applicationId") from "callbackRecord" where ${kept} and "applicationId" > project.id)
      from project where project.id is not null
    )
    select w."applicationId", (select ${first} from "callbackRecord" r where r.${kept} and r."applicationId" = project.id) as "dueAt",
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

/** What is being sent, by the record's id. */
type InAir = ReadonlyMap<number, { sn: string }>;

/** How much further is looked when the first records due are all of devices that are being told of something already. */
const LOOK_AHEAD = 500;

/** Puts up to `room` records that are due into the air: of each device one, the oldest. @param inAir what is there already @returns `isBlocked`: something is in the air that should not be */
export async function claim(
  trx: Database,
  applicationId: number,
  room: number,
  inAir: InAir,
  now: number,
): Promise<{ claimed: Claimed[]; isBlocked: boolean }> {
  let { chosen, isAll } = await choose(trx, applicationId, room, inAir, now, room * 2 + inAir.size);
  if (chosen.length < room && !isAll) ({ chosen, isAll } = await choose(trx, applicationId, room, inAir, now, LOOK_AHEAD + inAir.size));
  if (chosen.length === 0) return { claimed: [], isBlocked: false };

  const taken = await trx
    .insertInto('callbackFlight')
    .values(chosen.map((recordId) => ({ recordId, applicationId, at: now })))
    .onConflict((known) => known.doNothing())
    .returning('recordId')
    .execute();
  const isBlocked = taken.length < chosen.length;
  if (taken.length === 0) return { claimed: [], isBlocked };
  const claimed = await trx
    .selectFrom('callbackRecord')
    .select(['id', 'messageId', 'applicationId', 'type', 'sn', 'tries', 'attempts', 'body', 'createdAt'])
    .where(
      'id',
      'in',
      taken.map(({ recordId }) => recordId),
    )
    .orderBy('id')
    .execute();
  return { claimed, isBlocked };
}

async function choose(trx: Database, applicationId: number, room: number, inAir: InAir, now: number, limit: number) {
  const rows = await trx
    .selectFrom('callbackRecord')
    .select(['id', 'sn'])
    .where(PENDING)
    .where('applicationId', '=', applicationId)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(limit)
    // One that is just being taken back is left alone.
    .$if(isPostgres(trx), (due) => due.forUpdate().skipLocked())
    .execute();
  const sns = new Set([...inAir.values()].map(({ sn }) => sn));
  const chosen: number[] = [];
  for (const { id, sn } of rows) {
    if (chosen.length === room) break;
    if (inAir.has(id) || sns.has(sn)) continue;
    sns.add(sn);
    chosen.push(id);
  }
  return { chosen, isAll: rows.length < limit };
}

/** What a crashed instance had in the air for a project, taken out of it. @param own what is rightly there */
export function takeInterrupted(trx: Database, applicationId: number, own: InAir) {
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
