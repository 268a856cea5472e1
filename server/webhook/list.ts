import { setImmediate as breathe } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { PageQuery } from '../../contract/page';
import { MAX_COUNTED, type RecordFilter } from '../../contract/webhook';
import type { Database } from '../db/database';
import type { CallbackRecordRow } from '../db/tables';
import { matchingFacets } from './facets';
import { IS_WAITING } from './queries';

/** Records per step of an export or a resend. */
const SLICE = 1000;

interface Place {
  id: number;
  createdAt: number;
}

/** One page of a project's records, newest first; its cost does not grow with the number of records, whatever the filter. */
export async function pageOfRecords(db: Database, applicationId: number, { current, pageSize, ...filter }: PageQuery & RecordFilter) {
  const facets = await matchingFacets(db, applicationId, filter);
  const counted = await countUpTo(db, applicationId, facets, filter, MAX_COUNTED + 1);
  const total = Math.min(counted, MAX_COUNTED);
  const offset = (current - 1) * pageSize;
  const places = offset < total ? await merged(db, applicationId, facets, filter, { limit: pageSize, offset, order: 'desc' }) : [];
  return { list: await recordsAt(db, places), total, more: counted > MAX_COUNTED };
}

/** All records that match a filter, slice by slice, without occupying the database for long. */
export async function* walkRecords(
  db: Database,
  applicationId: number,
  filter: RecordFilter,
  order: 'asc' | 'desc',
): AsyncGenerator<CallbackRecordRow[]> {
  // Determined once: facets may appear during the walk, but records made since its start are not meant.
  const facets = await matchingFacets(db, applicationId, filter);
  let after: Place | undefined;
  do {
    const places = await merged(db, applicationId, facets, filter, { limit: SLICE, offset: 0, order, after });
    yield await recordsAt(db, places);
    after = places.length === SLICE ? places.at(-1) : undefined;
    if (after) await breathe();
  } while (after);
}

async function countUpTo(db: Database, applicationId: number, facets: number[], filter: RecordFilter, most: number): Promise<number> {
  if (facets.length === 0) return 0;
  const each = facets.map((facet) => sql`select 1 from "callbackRecord" where ${conditions(applicationId, facet, filter)}`);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${sql.join(each, sql` union all `)} limit ${most}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts what a resend of all matching records would do; at most the first `MAX_COUNTED` are examined. */
export async function countResendable(db: Database, applicationId: number, filter: RecordFilter) {
  const facets = await matchingFacets(db, applicationId, filter);
  const found = facets.map(
    (facet) => sql`select status, test, attempts from "callbackRecord" where ${conditions(applicationId, facet, filter)}`,
  );
  if (found.length === 0) return { queued: 0, delivered: 0, tests: 0, waiting: 0, more: false };
  const { rows } = await sql<{ all: number; tests: number; waiting: number; delivered: number }>`
    select count(*) as "all", count(case when test = 1 then 1 end) as tests,
      count(case when test = 0 and ${IS_WAITING} then 1 end) as waiting,
      count(case when test = 0 and status = 'delivered' then 1 end) as delivered
    from (${sql.join(found, sql` union all `)} limit ${MAX_COUNTED + 1}) as found`.execute(db);
  const { all = 0, tests = 0, waiting = 0, delivered = 0 } = rows[0] ?? {};
  return { queued: Math.min(all - tests - waiting, MAX_COUNTED), delivered, tests, waiting, more: all > MAX_COUNTED };
}

interface Cut {
  limit: number;
  offset: number;
  order: 'asc' | 'desc';
  after?: Place;
}

/** Merges the sorted records of each facet: the first of each are enough. */
async function merged(db: Database, applicationId: number, facets: number[], filter: RecordFilter, { limit, offset, order, after }: Cut) {
  if (facets.length === 0) return [];
  const direction = sql.raw(order);
  const beyond = after ? sql`and ("createdAt", id) ${sql.raw(order === 'asc' ? '>' : '<')} (${after.createdAt}, ${after.id})` : sql``;
  const firsts = facets.map(
    (facet) => sql`select * from (select id, "createdAt" from "callbackRecord"
      where ${conditions(applicationId, facet, filter)} ${beyond}
      order by "createdAt" ${direction}, id ${direction} limit ${limit + offset}) as f`,
  );
  const { rows } = await sql<Place>`select id, "createdAt" from (${sql.join(firsts, sql` union all `)}) as merged
    order by "createdAt" ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

function conditions(applicationId: number, facet: number, { sn, from, to }: RecordFilter): RawBuilder<unknown> {
  const all = [sql`"applicationId" = ${applicationId}`, sql`facet = ${facet}`];
  if (sn !== undefined) all.push(sql`sn = ${sn}`);
  if (from !== undefined) all.push(sql`"createdAt" >= ${Date.parse(from)}`);
  if (to !== undefined) all.push(sql`"createdAt" <= ${Date.parse(to)}`);
  return sql.join(all, sql` and `);
}

async function recordsAt(db: Database, places: Place[]): Promise<CallbackRecordRow[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const rows = await db.selectFrom('callbackRecord').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
