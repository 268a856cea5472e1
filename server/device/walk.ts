import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DeviceFilter, DeviceSort } from '../../contract/device';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import { gramQuery } from '../db/grams';
import type { DeviceRow } from '../db/tables';
import { contains, folded } from '../db/text';

/** What is read of a device to tell whether it matches, and where it stands. */
export type Candidate = Pick<DeviceRow, 'id' | 'sn' | 'state' | 'tags' | 'search' | 'lastSeenAt'>;

/** Which part of a filter picks the candidates; the rest of it is asked of each. */
export type Source = 'keyword' | 'tag' | 'index';

/** A list is made, exported and changed in slices: other calls are answered in between. */
export const SLICE = 2500;

/** When a device was added, its id tells as well. */
export const orders = {
  createdAt: { column: 'id', direction: 'asc' },
  '-createdAt': { column: 'id', direction: 'desc' },
  lastSeenAt: { column: 'lastSeenAt', direction: 'asc' },
  '-lastSeenAt': { column: 'lastSeenAt', direction: 'desc' },
  sn: { column: 'sn', direction: 'asc' },
  '-sn': { column: 'sn', direction: 'desc' },
} as const satisfies Record<DeviceSort, { column: keyof DeviceRow; direction: 'asc' | 'desc' }>;

/**
 * All devices of a project that match a filter, slice by slice, in order, without ever holding the database for long.
 * `keyword` and `tag` can only go by id.
 */
export async function* walk(
  db: Database,
  applicationId: number,
  filter: DeviceFilter,
  sort: DeviceSort = 'createdAt',
  source = sourceOf(filter, sort),
): AsyncGenerator<Candidate[]> {
  const matches = predicate(filter);
  let last: Candidate | undefined;
  do {
    const candidates = await slice(db, applicationId, filter, sort, source, last);
    yield candidates.filter(matches);
    last = candidates.length === SLICE ? candidates.at(-1) : undefined;
    if (last) await breathe();
  } while (last);
}

/** The source that has the fewest candidates of those that keep the order, as far as one can tell without counting. */
export function sourceOf({ keyword, tag }: DeviceFilter, sort: DeviceSort): Source {
  if (orders[sort].column !== 'id') return 'index';
  return keyword ? 'keyword' : tag ? 'tag' : 'index';
}

/** How many candidates a keyword has, counted up to a limit. */
export async function keywordCandidates(db: Database, applicationId: number, keyword: string, limit: number): Promise<number> {
  const found = isPostgres(db)
    ? sql`select 1 from device where "applicationId" = ${applicationId} and ${contains('search', folded(keyword))}`
    : sql`select 1 from "deviceSearch" where ${isFound(applicationId, keyword)}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found} limit ${limit}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

function predicate({ keyword, state, tag }: DeviceFilter): (device: Candidate) => boolean {
  const part = keyword && folded(keyword);
  return (device) =>
    (!state || device.state === state) && (!part || device.search.includes(part)) && (!tag || JSON.parse(device.tags).includes(tag));
}

/** The next candidates after one. */
function slice(db: Database, applicationId: number, filter: DeviceFilter, sort: DeviceSort, source: Source, after?: Candidate) {
  const { column, direction } = orders[sort];
  const { keyword = '', state, tag = '' } = filter;
  // The column of the table that leads: SQLite goes through that one first.
  const id = source === 'tag' ? 'deviceTag.deviceId' : source === 'keyword' && !isPostgres(db) ? 'deviceSearch.rowid' : 'device.id';

  return db
    .selectFrom('device')
    .$if(id === 'deviceTag.deviceId', (devices) =>
      devices
        .innerJoin('deviceTag', 'deviceTag.deviceId', 'device.id')
        .where('deviceTag.applicationId', '=', applicationId)
        .where('tag', '=', tag),
    )
    .$if(id === 'deviceSearch.rowid', (devices) =>
      devices.innerJoin('deviceSearch', 'deviceSearch.rowid', 'device.id').where(isFound(applicationId, keyword)),
    )
    .$if(source === 'keyword' && isPostgres(db), (devices) => devices.where(contains('search', folded(keyword))))
    .$if(source === 'index' && !!state, (devices) => devices.where('state', '=', state as NonNullable<typeof state>))
    .select(['device.id', 'sn', 'state', 'tags', 'search', 'lastSeenAt'])
    .where('device.applicationId', '=', applicationId)
    .$if(after !== undefined, (devices) => devices.where(isBeyond(column, id, direction, after as Candidate)))
    .$if(column !== 'id', (devices) => devices.orderBy(column, direction))
    .orderBy(sql.ref(id), direction)
    .limit(SLICE)
    .execute();
}

function isBeyond(column: 'id' | 'lastSeenAt' | 'sn', id: string, direction: 'asc' | 'desc', after: Candidate) {
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  if (column === 'id') return sql<boolean>`${sql.ref(id)} ${beyond} ${after.id}`;
  return sql<boolean>`(${sql.ref(column)}, ${sql.ref(id)}) ${beyond} (${after[column]}, ${after.id})`;
}

const isFound = (applicationId: number, keyword: string) => sql<boolean>`"deviceSearch" match ${gramQuery(applicationId, folded(keyword))}`;
