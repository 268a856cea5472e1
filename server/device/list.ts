import type { DeviceFilter, DeviceSort, DeviceState } from '../../contract/device';
import type { PageQuery } from '../../contract/page';
import type { Database } from '../db/database';
import type { DeviceRow } from '../db/tables';
import { countOfTag, countsOf } from './counts';
import { type Candidate, keywordCandidates, orders, type Source, sourceOf, walk } from './walk';

/** So many candidates are read to the end for one page; of more, only what the page needs. */
const FEW = 10_000;

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
  const { keyword, state, tag, sort } = query;
  const sizes = {
    index: state ? counts[state] : counts.all,
    tag: tag ? await countOfTag(db, applicationId, tag) : Infinity,
    keyword: Infinity,
  };

  let found: Found;
  if (!keyword && !tag) found = await cut(db, applicationId, query, sizes.index);
  else if (!keyword && !state && sourceOf(query, sort) === 'tag') found = await cut(db, applicationId, query, sizes.tag);
  else {
    if (keyword && sizes.index > FEW && sizes.tag > FEW) sizes.keyword = await keywordCandidates(db, applicationId, keyword, FEW + 1);
    const few = (Object.keys(sizes) as Source[]).filter((source) => sizes[source] <= FEW).sort((a, b) => sizes[a] - sizes[b])[0];
    found = few ? await sift(db, applicationId, query, few) : await search(db, applicationId, query);
  }
  const { ids, total, more } = found;
  return { list: await devicesInOrder(db, ids), total, more, counts };
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

/** Reads all candidates of a small source, sorts what matches, takes the page. */
async function sift(db: Database, applicationId: number, query: Query, source: Source): Promise<Found> {
  const all: Candidate[] = [];
  for await (const some of walk(db, applicationId, query, 'createdAt', source)) all.push(...some);
  const { column, direction } = orders[query.sort];
  const sign = direction === 'asc' ? 1 : -1;
  all.sort((a, b) => sign * (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : a.id - b.id));
  return { ids: pageOf(all, query), total: all.length, more: false };
}

/** Walks in order until the page is full. */
async function search(db: Database, applicationId: number, query: Query): Promise<Found> {
  const all: Candidate[] = [];
  let isFull = false;
  for await (const some of walk(db, applicationId, query, query.sort)) {
    // Full, and the walk goes on: there are more.
    if (isFull) return { ids: pageOf(all, query), total: all.length, more: true };
    all.push(...some);
    isFull = all.length >= query.current * query.pageSize;
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
