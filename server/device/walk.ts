import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DeviceFilter, DeviceSort } from '../../contract/device';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import { gramQuery } from '../db/grams';
import type { DeviceRow } from '../db/tables';
import { contains, folded } from '../db/text';

/** Which devices; of all that match, those that were added later than one are left out. */
export type Wanted = DeviceFilter & { upTo?: number };

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

interface Slice {
  matching: Candidate[];
  /** How many devices the source itself found: they may still lack the rest of the filter. */
  candidates: number;
  isLast: boolean;
}

/**
 * All devices of a project that match a filter, slice by slice, in order, without ever holding the database for long.
 * @param source `keyword` and `tag` can only go by id
 */
export async function* walk(
  db: Database,
  applicationId: number,
  filter: Wanted,
  sort: DeviceSort = 'createdAt',
  source: Source = filter.keyword ? 'keyword' : filter.tag ? 'tag' : 'index',
): AsyncGenerator<Slice> {
  const hasKeyword = predicate({ keyword: filter.keyword });
  const matches = predicate(filter);
  let last: Candidate | undefined;
  do {
    const read = await slice(db, applicationId, filter, sort, source, last);
    last = read.length === SLICE ? read.at(-1) : undefined;
    // The index of keywords finds a little too much.
    const candidates = source === 'keyword' ? read.filter(hasKeyword) : read;
    yield { matching: candidates.filter(matches), candidates: candidates.length, isLast: !last };
    if (last) await breathe();
  } while (last);
}

export const isById = (sort: DeviceSort): boolean => orders[sort].column === 'id';

function predicate({ keyword, state, tag, upTo = Infinity }: Wanted): (device: Candidate) => boolean {
  const part = keyword && folded(keyword);
  const quotedTag = JSON.stringify(tag);
  return (device) =>
    device.id <= upTo &&
    (!state || device.state === state) &&
    (!part || device.search.includes(part)) &&
    (!tag || device.tags.includes(quotedTag));
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
