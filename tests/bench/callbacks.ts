import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { pageOfRecords } from '../../server/webhook/list';
import { bodyOf } from '../../server/webhook/message';
import { addProject, eventOf, startOnDisk, startReceiver, store } from './callbacks-support';
import { FILTERS, fillRecords } from './records-support';
import { median, ms, type Row } from './row';

const COUNT = 20_000;
const PROJECTS = 8;
const ROUNDS = 3;
const RECORDS = Number(process.env.BENCH_RECORDS ?? 1_000_000);

/** Callbacks per second, the influence of a dead receiver on others, and lists of many records. */
export default async function callbacks(): Promise<Row[]> {
  const receiver = await startReceiver();
  const rows = [await throughput(receiver.origin), await deadReceiver(receiver.origin)];
  receiver.stop();
  return [...rows, await records()];
}

async function throughput(origin: string): Promise<Row> {
  const [delivered, posted]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    posted?.push(await bare(origin));
    delivered?.push(await ours(origin));
  }
  const [measured, baseline] = [median(delivered ?? []), median(posted ?? [])];
  return {
    what: 'callbacks a second, stored, signed, recorded',
    measured: Math.round(measured),
    baseline: Math.round(baseline),
    ratio: measured / baseline,
    goal: '≥ 0.5 ×',
    note: `bare undici pool, 64 connections, the same ${COUNT.toLocaleString('en')} bodies and receiver; SQLite on disk, ${PROJECTS} projects`,
  };
}

async function bare(origin: string): Promise<number> {
  const pool = new Pool(origin, { connections: 64 });
  const bodies = Array.from({ length: COUNT }, (_, n) => bodyOf(eventOf(1, n), 'a'.repeat(20)));
  const startedAt = performance.now();
  let next = 0;
  const lanes = Array.from({ length: 64 }, async () => {
    for (let n = next++; n < COUNT; n = next++) {
      const { body } = await pool.request({
        path: '/ok',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodies[n] ?? '',
      });
      await body.dump();
    }
  });
  await Promise.all(lanes);
  const perSecond = (COUNT / (performance.now() - startedAt)) * 1000;
  await pool.close();
  return perSecond;
}

async function ours(origin: string): Promise<number> {
  const { platform, stop } = await startOnDisk();
  const ids: number[] = [];
  for (let n = 0; n < PROJECTS; n++) ids.push(await addProject(platform, `${origin}/ok`));
  const startedAt = performance.now();
  for (let from = 0; from < COUNT; from += 1000) {
    await store(
      platform,
      Array.from({ length: 1000 }, (_, n) => eventOf(ids[n % PROJECTS] ?? 0, from + n)),
    );
  }
  await platform.callbacks.settle();
  const perSecond = (COUNT / (performance.now() - startedAt)) * 1000;
  await stop();
  return perSecond;
}

/** The delay of callbacks from the commit to the record, with and without another receiver that hangs. */
async function deadReceiver(origin: string): Promise<Row> {
  const [without, beside]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    without?.push(await delayP99(origin, false));
    beside?.push(await delayP99(origin, true));
  }
  const [measured, baseline] = [median(beside ?? []), median(without ?? [])];
  return {
    what: 'delay of other projects’ callbacks, p99, beside a receiver that hangs',
    measured: ms(measured),
    baseline: ms(baseline),
    ratio: measured / baseline,
    goal: '≤ 1.2 ×',
    note: '100 a second in 4 projects for 8 s; the dead one has 2,000 waiting',
  };
}

async function delayP99(origin: string, isDead: boolean): Promise<number> {
  const { platform, stop } = await startOnDisk();
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) ids.push(await addProject(platform, `${origin}/ok`));
  if (isDead) {
    const dead = await addProject(platform, `${origin}/hang`);
    await store(
      platform,
      Array.from({ length: 2000 }, (_, n) => eventOf(dead, n)),
    );
  }
  await sleep(500);
  for (let n = 0; n < 800; n++) {
    await store(platform, [eventOf(ids[n % 4] ?? 0, n)]);
    await sleep(10);
  }
  await sleep(500);
  const rows = await platform.db
    .selectFrom('callbackRecord')
    .innerJoin('callbackAttempt', 'recordId', 'callbackRecord.id')
    .select(['createdAt', 'at', 'callbackAttempt.durationMs'])
    .where('applicationId', 'in', ids)
    .execute();
  const delays = rows.map(({ createdAt, at, durationMs }) => at + durationMs - createdAt).sort((a, b) => a - b);
  if (delays.length < 800) throw new Error(`only ${delays.length} of 800 arrived`);
  // Not awaited, because hanging requests delay the end by 10 s.
  void stop().catch(() => {});
  return delays[Math.floor(delays.length * 0.99)] ?? Number.NaN;
}

async function records(): Promise<Row> {
  const { platform, stop } = await startOnDisk();
  const few = await addProject(platform, 'http://127.0.0.1:9999/');
  const many = await addProject(platform, 'http://127.0.0.1:9999/');
  await platform.callbacks.close();
  await fillRecords(platform.db, few, 1000);
  await fillRecords(platform.db, many, RECORDS);
  const [small, large] = [await pageTimes(few), await pageTimes(many)];
  await stop();
  const [worst] = Object.entries(large.byFilter).sort(([, a], [, b]) => b - a)[0] ?? [''];
  return {
    what: `a page of ${RECORDS.toLocaleString('en')} callback records, any filter, p95`,
    measured: ms(large.p95),
    baseline: ms(small.p95),
    goal: '≤ 50 ms',
    note: `of 1,000 for comparison; slowest filter: ${worst}`,
  };

  async function pageTimes(applicationId: number) {
    const all: number[] = [];
    const byFilter: Record<string, number> = {};
    for (const filter of FILTERS) {
      const times: number[] = [];
      for (const current of [1, 2, 50, 990]) {
        const startedAt = performance.now();
        await pageOfRecords(platform.db, applicationId, { current, pageSize: 10, ...filter });
        times.push(performance.now() - startedAt);
      }
      byFilter[JSON.stringify(filter)] = Math.max(...times);
      all.push(...times);
    }
    all.sort((a, b) => a - b);
    return { p95: all[Math.floor(all.length * 0.95)] ?? Number.NaN, byFilter };
  }
}
