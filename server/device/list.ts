import { sql } from 'kysely';
import type { DeviceSort } from '../../contract/device';
import type { PageQuery } from '../../contract/page';
import type { Database } from '../db/database';
import { countOfTag, countsOf } from './counts';
import { type ShownDevice, shownColumns } from './queries';
import { type Candidate, isById, orders, SLICE, type Source, type Wanted, walk } from './walk';

/** So many candidates are read whole for one page; of more, only what the page needs. */
const FEW = 5_000;

type Query = PageQuery & Wanted & { sort: DeviceSort };
interface Found {
  list: ShownDevice[];
  total: number;
  more: boolean;
}

/**
 * One page of a project's devices, as fast among a million as among ten: what is counted already is cut out of an index; a filter with
 * few candidates is read whole; and of what has many, the page is found by walking in order until it is full.
 */
export async function pageOfDevices(db: Database, applicationId: number, query: Query) {
  const counts = await countsOf(db, applicationId);
  // Before the page: what it shows and was added since counts as unseen.
  const newest = await newestOf(db, applicationId);
  // Where nothing was added since, the counts are of what is wanted.
  const upTo = (query.upTo ?? newest) < newest ? query.upTo : undefined;
  return { ...(await find(db, applicationId, { ...query, upTo }, query.state ? counts[query.state] : counts.all)), counts, newest };
}

async function newestOf(db: Database, applicationId: number): Promise<number> {
  const row = await db
    .selectFrom('device')
    .select('id')
    .where('applicationId', '=', applicationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** @param inIndex how many devices there are, in the state asked for if there is one */
async function find(db: Database, applicationId: number, query: Query, inIndex: number): Promise<Found> {
  const { keyword, state, tag, sort, upTo } = query;
  const isCounted = !keyword && upTo === undefined;
  if (isCounted && !tag) return cut(db, applicationId, query, inIndex);
  const withTag = tag ? await countOfTag(db, applicationId, tag) : Infinity;
  const isOnlyTag = isCounted && !state;
  if (isOnlyTag && isById(sort)) return cut(db, applicationId, query, withTag);

  const smaller: Source = withTag < inIndex ? 'tag' : 'index';
  const isFew = Math.min(withTag, inIndex) <= FEW;
  if (!isFew && isById(sort)) return search(db, applicationId, query, keyword ? 'keyword' : smaller);
  const sifted = isFew || keyword ? await sift(db, applicationId, query, isFew ? smaller : 'keyword', isFew ? Infinity : SLICE) : undefined;
  if (sifted) return sifted;
  const found = await search(db, applicationId, query, 'index');
  return isOnlyTag ? { ...found, total: withTag, more: false } : found;
}

/** Cuts the page out of an index, counting from the nearer end, and reads only its devices. */
async function cut(db: Database, applicationId: number, { current, pageSize, sort, state, tag }: Query, total: number): Promise<Found> {
  const { column, direction } = orders[sort];
  const before = Math.min((current - 1) * pageSize, total);
  const size = Math.min(pageSize, total - before);
  const after = total - before - size;
  const isBackwards = after < before;
  const order = sql.raw((direction === 'asc') === isBackwards ? 'desc' : 'asc');

  // Written out: putting this statement together would take as long as running it.
  const ids = tag
    ? sql`select "deviceId" from "deviceTag" where "applicationId" = ${applicationId} and tag = ${tag} order by "deviceId" ${order}`
    : sql`select id from device where "applicationId" = ${applicationId} ${state ? sql`and state = ${state}` : NOTHING}
          order by ${column === 'id' ? NOTHING : sql`${sql.ref(column)} ${order},`} id ${order}`;
  const page = sql<ShownDevice>`select ${SHOWN} from device
    where id in (${ids} limit ${size} offset ${isBackwards ? after : before})`;
  const { rows } = size > 0 ? await page.execute(db) : { rows: [] };
  return { list: rows.sort(inOrder(sort)), total, more: false };
}

const SHOWN = sql.raw(shownColumns.map((column) => `"${column}"`).join(', '));
const NOTHING = sql.raw('');

/** Reads all candidates, sorts what matches, takes the page. @returns undefined when there are more than `limit` */
async function sift(db: Database, applicationId: number, query: Query, source: Source, limit: number): Promise<Found | undefined> {
  const all: Candidate[] = [];
  let candidates = 0;
  for await (const slice of walk(db, applicationId, query, 'createdAt', source)) {
    all.push(...slice.matching);
    candidates += slice.candidates;
    if (candidates >= limit && !slice.isLast) return undefined;
  }
  return { list: await pageOf(db, all.sort(inOrder(query.sort)), query), total: all.length, more: false };
}

/** Walks in order until the page is full. */
async function search(db: Database, applicationId: number, query: Query, source: Source): Promise<Found> {
  const all: Candidate[] = [];
  for await (const { matching, isLast } of walk(db, applicationId, query, query.sort, source)) {
    all.push(...matching);
    if (!isLast && all.length >= query.current * query.pageSize)
      return { list: await pageOf(db, all, query), total: all.length, more: true };
  }
  return { list: await pageOf(db, all, query), total: all.length, more: false };
}

const pageOf = (db: Database, all: Candidate[], { current, pageSize, sort }: Query) =>
  devicesInOrder(db, all.slice((current - 1) * pageSize, current * pageSize), sort);

/** What is shown of some devices; one deleted meanwhile is left out. */
export async function devicesInOrder(db: Database, candidates: Candidate[], sort: DeviceSort): Promise<ShownDevice[]> {
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ id }) => id);
  const rows = await db.selectFrom('device').select(shownColumns).where('id', 'in', ids).execute();
  return rows.sort(inOrder(sort));
}

function inOrder(sort: DeviceSort) {
  const { column, direction } = orders[sort];
  const sign = direction === 'asc' ? 1 : -1;
  type Sorted = Pick<Candidate, 'id' | typeof column>;
  return (a: Sorted, b: Sorted) => sign * (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : a.id - b.id);
}
