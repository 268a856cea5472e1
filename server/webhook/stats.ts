import { sql } from 'kysely';
import { type LastDay, RETRYING_COUNTED } from '../../contract/application';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/duration';
import type { Database } from '../db/database';
import type { Tables } from '../db/tables';

/** How long counts per minute are kept; counts per hour are kept as long as records. */
const MINUTES_KEPT_MS = 2 * DAY_MS;
/** Maximum points of a chart. */
const MAX_POINTS = 1500;

/** Durations are counted in logarithmic bins of 10 % each: a percentile is accurate to 5 %. */
const RATIO = Math.log(1.1);
const binOf = (ms: number) => (ms < 1 ? 0 : Math.round(Math.log(ms) / RATIO));
const msOf = (bin: number) => Math.round(Math.exp(bin * RATIO));

/**
 * `delivered` and `failed` count attempts. `repeated` counts those of `delivered` whose record had been delivered before, so that
 * `delivered` − `repeated` counts records. `given-up` counts records that were never delivered and are not retried, unless they are resent by hand.
 */
type StatOutcome = Tables['callbackStat']['outcome'];
export interface Counted {
  applicationId: number;
  at: number;
  outcome: StatOutcome;
  durationMs: number;
}

/** Adds attempts to the counts of their minute and hour. */
export async function countOutcomes(trx: Database, outcomes: Counted[]): Promise<void> {
  const rows = countsOf(outcomes);
  if (rows.length === 0) return;
  await trx
    .insertInto('callbackStat')
    .values(rows)
    .onConflict((known) =>
      known
        .columns(['applicationId', 'span', 'start', 'outcome', 'bin'])
        .doUpdateSet((q) => ({ count: q('callbackStat.count', '+', q.ref('excluded.count')) })),
    )
    .execute();
}

/** Removes records given up at these times from the counts, as far as the counts are still kept. */
export async function uncountGivenUp(trx: Database, records: { applicationId: number; at: number }[]): Promise<void> {
  const all = countsOf(records.map((record) => ({ ...record, outcome: 'given-up', durationMs: 0 })));
  for (const { applicationId, span, start, outcome, count } of all) {
    await trx
      .updateTable('callbackStat')
      .set({ count: sql`case when count > ${count} then count - ${count} else 0 end` })
      .where('applicationId', '=', applicationId)
      .where('span', '=', span)
      .where('start', '=', start)
      .where('outcome', '=', outcome)
      .execute();
  }
}

/** Sums up outcomes per minute and hour; sorted, so that transactions lock the rows in the same order and do not deadlock. */
function countsOf(outcomes: Counted[]) {
  const rows = new Map<string, { applicationId: number; span: number; start: number; outcome: StatOutcome; bin: number; count: number }>();
  for (const { applicationId, at, outcome, durationMs } of outcomes) {
    const bin = binOf(durationMs);
    for (const span of [MINUTE_MS, HOUR_MS]) {
      const start = Math.floor(at / span) * span;
      const key = `${applicationId} ${span} ${start} ${outcome} ${bin}`;
      const row = rows.get(key);
      if (row) row.count += 1;
      else rows.set(key, { applicationId, span, start, outcome, bin, count: 1 });
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

interface Range {
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  /** Seconds. */
  step: number;
  /** Steps are aligned to this moment. */
  origin: number;
}

/** Attempts over time. */
export async function statsOf(db: Database, applicationId: number, { from, to, step, origin }: Range, now: number) {
  const span = step < HOUR_MS / 1000 && from >= now - MINUTES_KEPT_MS ? MINUTE_MS : HOUR_MS;
  const [first, zero] = [from, origin].map((at) => Math.floor(at / span) * span) as [number, number];
  const stepMs = Math.ceil(Math.max(step * 1000, (to - first) / MAX_POINTS) / span) * span;
  const start = zero + Math.floor((first - zero) / stepMs) * stepMs;
  const point = sql<number>`(start - ${start}) / ${stepMs}`;
  const rows = await db
    .selectFrom('callbackStat')
    .select([sql<number>`cast(${point} as integer)`.as('point'), 'outcome', 'bin', (q) => q.fn.sum<number>('count').as('count')])
    .where('applicationId', '=', applicationId)
    .where('span', '=', span)
    .where('start', '>=', first)
    .where('start', '<', to)
    .where('outcome', 'in', ['delivered', 'failed'])
    .groupBy(['point', 'outcome', 'bin'])
    .execute();

  const points = Array.from({ length: Math.max(0, Math.ceil((to - start) / stepMs)) }, () => new Tries());
  const total = new Tries();
  for (const { point: at, outcome, bin, count } of rows) {
    points[at]?.add(outcome, bin, count);
    total.add(outcome, bin, count);
  }
  return {
    step: stepMs / 1000,
    series: points.map((tries, at) => ({ at: new Date(start + at * stepMs).toISOString(), ...tries.summary })),
    total: total.summary,
  };
}

/** Callbacks of the last 24 h, by project, without tests, each counted once: delivered, failed, and `retrying` (failed so far). @param whose which projects */
export async function callbacksOfLastDay(db: Database, whose: { ids: number[] } | { ownerId: number }, now: number) {
  const since = now - DAY_MS;
  const wholeHours = Math.ceil(since / HOUR_MS) * HOUR_MS;
  const countOf = (outcome: StatOutcome) => sql`coalesce((select sum(count) from "callbackStat" where "applicationId" = application.id
    and outcome = ${outcome} and ((span = ${HOUR_MS} and start >= ${wholeHours}) or (span = ${MINUTE_MS} and start >= ${since} and start < ${wholeHours}))), 0)`;
  // Those delivered before are counted as that, even while they are sent again. At most RETRYING_COUNTED are looked at.
  const retrying = sql`(select count(*) from (select id from "callbackRecord"
    where status = 'pending' and attempts > 0 and tries > 0 and test = 0 and "applicationId" = application.id limit ${RETRYING_COUNTED}) as retrying
    where not exists (select 1 from "callbackAttempt" where "recordId" = retrying.id and error = ''))`;
  const chosen = 'ids' in whose ? sql`id in (${sql.join(whose.ids)})` : sql`"ownerId" = ${whose.ownerId}`;
  if ('ids' in whose && whose.ids.length === 0) return new Map<number, LastDay>();
  const { rows } = await sql<{ id: number; delivered: number; givenUp: number; retrying: number }>`
    select id, ${countOf('delivered')} - ${countOf('repeated')} as delivered, ${countOf('given-up')} as "givenUp", ${retrying} as retrying
    from application where ${chosen}`.execute(db);
  return new Map(rows.map(({ id, delivered, givenUp, retrying }): [number, LastDay] => [id, { delivered, failed: givenUp, retrying }]));
}

/** Callbacks of this hour and the 23 before, by project: delivered and failed. Those to be retried count as failed in this hour. */
export async function callbackHours(db: Database, lastDay: Map<number, LastDay>, now: number) {
  const first = (Math.floor(now / HOUR_MS) - 23) * HOUR_MS;
  const hours = new Map(
    [...lastDay].map(([id, { retrying }]) => [
      id,
      Array.from({ length: 24 }, (_, n) => ({ delivered: 0, failed: n === 23 ? retrying : 0 })),
    ]),
  );
  const of = (id: number) => hours.get(id) ?? [];
  if (lastDay.size === 0) return of;
  const rows = await db
    .selectFrom('callbackStat')
    .select(['applicationId', 'start', 'outcome', (q) => q.fn.sum<number>('count').as('count')])
    .where('applicationId', 'in', [...lastDay.keys()])
    .where('span', '=', HOUR_MS)
    .where('start', '>=', first)
    .where('outcome', 'in', ['delivered', 'repeated', 'given-up'])
    .groupBy(['applicationId', 'start', 'outcome'])
    .execute();
  for (const { applicationId, start, outcome, count } of rows) {
    const hour = of(applicationId)[(start - first) / HOUR_MS];
    if (hour) hour[outcome === 'given-up' ? 'failed' : 'delivered'] += outcome === 'repeated' ? -count : count;
  }
  return of;
}

/** Removes expired counts. */
export async function pruneStats(db: Database, now: number, keepMs: number): Promise<void> {
  for (const [span, age] of [
    [MINUTE_MS, MINUTES_KEPT_MS],
    [HOUR_MS, keepMs],
  ] as const) {
    await db
      .deleteFrom('callbackStat')
      .where('span', '=', span)
      .where('start', '<', now - age)
      .execute();
  }
}

/** Attempts of one point of a chart. */
class Tries {
  #counts = { delivered: 0, failed: 0 };
  #bins = new Map<number, number>();

  add(outcome: StatOutcome, bin: number, count: number) {
    if (outcome !== 'delivered' && outcome !== 'failed') return;
    this.#counts[outcome] += count;
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + count);
  }

  get summary() {
    return { ...this.#counts, p50: this.#percentile(0.5), p95: this.#percentile(0.95) };
  }

  #percentile(share: number): number | null {
    const { delivered, failed } = this.#counts;
    let left = Math.ceil((delivered + failed) * share);
    for (const [bin, count] of [...this.#bins].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return msOf(bin);
    }
    return null;
  }
}
