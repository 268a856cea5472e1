import type { DeviceFilter, DeviceSort, DeviceState } from '../../contract/device';
import type { PageQuery } from '../../contract/page';
import type { Database } from '../db/database';
import type { DeviceRow } from '../db/tables';
import { countOfTag, countsOf } from './counts';
import { type Candidate, isById, orders, SLICE, type Source, walk } from './walk';

/** So many candidates are read whole for one page; of more, only what the page needs. */
const FEW = 5_000;

type Query = PageQuery & DeviceFilter & { sort: DeviceSort };
interface Found {
  ids: number[];
  total: number;
  more: boolean;
}

/**
 * One page of a project's devices, as fast among a million as among ten: what is counted already is cut out of an index; a filter with
 * few candidates is read whole; and of what has many, the page is found by walking in order until it is full.
 */
export async function pageOfDevices(db: Database, applicationId: number, query: Query) {
  const counts = await countsOf(db, applicationId);
  const { ids, total, more } = await find(db, applicationId, query, query.state ? counts[query.state] : counts.all);
  return { list: await devicesInOrder(db, ids), total, more, counts };
}

/** @param inIndex how many devices there are, in the state asked for if there is one */
async function find(db: Database, applicationId: number, query: Query, inIndex: number): Promise<Found> {
  const { keyword, state, tag, sort } = query;
  if (!keyword && !tag) return cut(db, applicationId, query, inIndex);
  const withTag = tag ? await countOfTag(db, applicationId, tag) : Infinity;
  const isOnlyTag = !keyword && !state;
  if (isOnlyTag && isById(sort)) return cut(db, applicationId, query, withTag);

  const smaller: Source = withTag < inIndex ? 'tag' : 'index';
  const isFew = Math.min(withTag, inIndex) <= FEW;
  if (!isFew && isById(sort)) return search(db, applicationId, query, keyword ? 'keyword' : smaller);
  const sifted = isFew || keyword ? await sift(db, applicationId, query, isFew ? smaller : 'keyword', isFew ? Infinity : SLICE) : undefined;
  if (sifted) return sifted;
  const found = await search(db, applicationId, query, 'index');
  return isOnlyTag ? { ...found, total: withTag, more: false } : found;
}

/** Cuts the page out of an index, counting from the nearer end. */
async function cut(db: Database, applicationId: number, { current, pageSize, sort, state, tag }: Query, total: number): Promise<Found> {
  const { column, direction } = orders[sort];
  const before = Math.min((current - 1) * pageSize, total);
  const size = Math.min(pageSize, total - before);
  const after = total - before - size;
  const backwards = after < before;
  const order = (direction === 'asc') === backwards ? 'desc' : 'asc';

  const limits = { size, from: backwards ? after : before, order } as const;
  const ids = !size
    ? []
    : tag
      ? await idsByTag(db, applicationId, tag, limits)
      : await idsByIndex(db, applicationId, column, state, limits);
  return { ids: backwards ? ids.reverse() : ids, total, more: false };
}

interface Limits {
  size: number;
  from: number;
  order: 'asc' | 'desc';
}

async function idsByIndex(db: Database, applicationId: number, column: keyof DeviceRow, state: DeviceState | undefined, limits: Limits) {
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where('applicationId', '=', applicationId)
    .$if(!!state, (devices) => devices.where('state', '=', state as DeviceState))
    .$if(column !== 'id', (devices) => devices.orderBy(column, limits.order))
    .orderBy('id', limits.order)
    .limit(limits.size)
    .offset(limits.from)
    .execute();
  return rows.map(({ id }) => id);
}

async function idsByTag(db: Database, applicationId: number, tag: string, { size, from, order }: Limits) {
  const rows = await db
    .selectFrom('deviceTag')
    .select('deviceId')
    .where('applicationId', '=', applicationId)
    .where('tag', '=', tag)
    .orderBy('deviceId', order)
    .limit(size)
    .offset(from)
    .execute();
  return rows.map(({ deviceId }) => deviceId);
}

/** Reads all candidates, sorts what matches, takes the page. @returns undefined when there are more than `limit` */
async function sift(db: Database, applicationId: number, query: Query, source: Source, limit: number): Promise<Found | undefined> {
  const all: Candidate[] = [];
  let candidates = 0;
  for await (const slice of walk(db, applicationId, query, 'createdAt', source)) {
    all.push(...slice.matching);
    candidates += slice.candidates;
    if (candidates >= limit && !slice.isLast) return undefined;
  }
  const { column, direction } = orders[query.sort];
  const sign = direction === 'asc' ? 1 : -1;
  all.sort((a, b) => sign * (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : a.id - b.id));
  return { ids: pageOf(all, query), total: all.length, more: false };
}

/** Walks in order until the page is full. */
async function search(db: Database, applicationId: number, query: Query, source: Source): Promise<Found> {
  const all: Candidate[] = [];
  for await (const { matching, isLast } of walk(db, applicationId, query, query.sort, source)) {
    all.push(...matching);
    if (!isLast && all.length >= query.current * query.pageSize) return { ids: pageOf(all, query), total: all.length, more: true };
  }
  return { ids: pageOf(all, query), total: all.length, more: false };
}

const pageOf = (all: Candidate[], { current, pageSize }: PageQuery) =>
  all.slice((current - 1) * pageSize, current * pageSize).map(({ id }) => id);

/** The devices with these ids, in their order; a device deleted meanwhile is left out. */
export async function devicesInOrder(db: Database, ids: number[]): Promise<DeviceRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('device').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
