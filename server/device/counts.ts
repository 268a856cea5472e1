import { sql } from 'kysely';
import type { DeviceCounts, DeviceState } from '../../contract/device';
import type { Database } from '../db/database';

/** How many devices of some projects are in which state. @returns the counts of one of them */
export async function countsByApplication(db: Database, applicationIds: number[]): Promise<(id: number) => DeviceCounts> {
  const byId = new Map(applicationIds.map((id) => [id, NONE]));
  if (applicationIds.length > 0) {
    const rows = await db.selectFrom('deviceCount').selectAll().where('applicationId', 'in', applicationIds).execute();
    for (const { applicationId: id, state, count } of rows) {
      const counts = byId.get(id) ?? NONE;
      byId.set(id, { ...counts, all: counts.all + count, [state]: count });
    }
  }
  return (id) => byId.get(id) ?? NONE;
}

/** How many devices of a project are in which state; asked for every list. */
export async function countsOf(db: Database, applicationId: number): Promise<DeviceCounts> {
  const { rows } = await sql<{ state: DeviceState; count: number }>`select state, count from "deviceCount"
    where "applicationId" = ${applicationId}`.execute(db);
  const counts = { ...NONE };
  for (const { state, count } of rows) {
    counts[state] = count;
    counts.all += count;
  }
  return counts;
}

const NONE: DeviceCounts = { all: 0, online: 0, offline: 0, inactive: 0, disabled: 0 };

/** How many devices of a project have a tag. */
export async function countOfTag(db: Database, applicationId: number, tag: string): Promise<number> {
  const row = await db
    .selectFrom('deviceTagCount')
    .select('count')
    .where('applicationId', '=', applicationId)
    .where('tag', '=', tag)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** The tags in use in a project, the most used first. */
export function tagsInUse(db: Database, applicationId: number, limit: number) {
  return db
    .selectFrom('deviceTagCount')
    .select(['tag', 'count as devices'])
    .where('applicationId', '=', applicationId)
    .where('count', '>', 0)
    .orderBy('count', 'desc')
    .orderBy('tag')
    .limit(limit)
    .execute();
}

/** What came and went, to be added up before it is written: one row a state or tag, however many devices. */
export class Tally {
  #changes = new Map<string, { applicationId: number; key: string; count: number }>();

  add(applicationId: number, key: string, count: number): this {
    const id = `${applicationId} ${key}`;
    const known = this.#changes.get(id)?.count ?? 0;
    this.#changes.set(id, { applicationId, key, count: known + count });
    return this;
  }

  /** In one order for everybody: transactions that add to the same rows wait for, and never block, each other. */
  get changes() {
    return [...this.#changes.values()]
      .filter(({ count }) => count !== 0)
      .sort((a, b) => a.applicationId - b.applicationId || (a.key < b.key ? -1 : 1));
  }
}

/** Adds to the counts of states. */
export async function countStates(trx: Database, { changes }: Tally) {
  if (changes.length === 0) return;
  await trx
    .insertInto('deviceCount')
    .values(changes.map(({ key, ...change }) => ({ ...change, state: key as DeviceState })))
    .onConflict((known) =>
      known.columns(['applicationId', 'state']).doUpdateSet((q) => ({ count: q('deviceCount.count', '+', q.ref('excluded.count')) })),
    )
    .execute();
}

/** Adds to the counts of tags; a tag nobody has any more is forgotten. */
export async function countTags(trx: Database, { changes }: Tally) {
  if (changes.length === 0) return;
  await trx
    .insertInto('deviceTagCount')
    .values(changes.map(({ key, ...change }) => ({ ...change, tag: key })))
    .onConflict((known) =>
      known.columns(['applicationId', 'tag']).doUpdateSet((q) => ({ count: q('deviceTagCount.count', '+', q.ref('excluded.count')) })),
    )
    .execute();
  const fewer = changes.filter(({ count }) => count < 0);
  for (const { applicationId, key } of fewer) {
    await trx
      .deleteFrom('deviceTagCount')
      .where('applicationId', '=', applicationId)
      .where('tag', '=', key)
      .where('count', '<=', 0)
      .execute();
  }
}
