import { contract } from '../../contract';
import { type Call, startPlatform, type TestPlatform } from '../support/platform';

const { application, device } = contract;
const MANY = 12_000;

let home: TestPlatform;
let call: Call;
let appKey: string;

// More devices than are read at once: every fourth has a tag, every fifth was online, the first thousand are disabled.
beforeAll(async () => {
  home = await startPlatform();
  ({ call } = await home.signIn());
  appKey = (await call(application.create, { body: { name: 'field', categoryId: 1 } })).data.appKey;
  for (let from = 0; from < MANY; from += 1000) {
    const devices = Array.from({ length: 1000 }, (_, at) => ({
      sn: snOf(from + at),
      name: `camera ${(from + at) % 7}`,
      tags: (from + at) % 4 === 0 ? ['fourth', 'all'] : ['all'],
    }));
    await call(device.createMany, { params: { appKey }, body: { devices } });
  }
  await home.platform.db
    .updateTable('device')
    .set((q) => ({ lastSeenAt: q('id', '*', 1000) }))
    .where('sn', 'like', '%5')
    .execute();
  await call(device.disableMany, { params: { appKey }, body: { sns: Array.from({ length: 1000 }, (_, at) => snOf(at)) } });
}, 120_000);
afterAll(() => home.close());

const snOf = (at: number) => `D-${String(at).padStart(6, '0')}`;
const all = Array.from({ length: MANY }, (_, at) => at);
const list = async (query: Record<string, unknown>) =>
  (await call(device.list, { params: { appKey }, query: { pageSize: 5, ...query } })).data;
const sns = async (query: Record<string, unknown>) => (await list(query)).list.map(({ sn }) => sn);
const page = (of: number[], current: number, size = 5) => of.slice((current - 1) * size, current * size).map(snOf);

test.each([1, 2, 600, 1200, 1201, 2399, 2400, 2401, 1_000_000])('page %s is the same counted from either end', async (current) => {
  expect(await sns({ sort: 'createdAt', current })).toEqual(page(all, current));
  expect(await sns({ sort: '-createdAt', current })).toEqual(page(all.toReversed(), current));
  expect(await sns({ sort: '-sn', current })).toEqual(page(all.toReversed(), current));
  expect(await sns({ sort: 'createdAt', tag: 'all', current })).toEqual(page(all, current));
  expect(await sns({ sort: '-sn', state: 'inactive', current })).toEqual(page(all.slice(1000).toReversed(), current));
});

test('a page goes on where the one before ended, also among devices never seen', async () => {
  const seen = all.filter((at) => at % 10 === 5).toReversed();
  const never = all.filter((at) => at % 10 !== 5).toReversed();

  expect(await sns({ sort: '-lastSeenAt', current: 240, pageSize: 6 })).toEqual(page([...seen, ...never], 240, 6));
  expect(await sns({ sort: '-lastSeenAt', current: 199, pageSize: 6 })).toEqual(page([...seen, ...never], 199, 6));
});

test('a selection is counted to the end, where a list says that there are more, and so many are deleted or none', async () => {
  const params = { appKey };
  const counted = async (body: Record<string, unknown>) => (await call(device.countMany, { params, body })).data.count;
  const { total, newest: upTo } = await list({ keyword: 'camera' });
  expect(total).toBeLessThan(MANY);
  expect(await counted({ filter: { keyword: 'camera' } })).toBe(MANY);
  expect(await counted({ filter: {} })).toBe(MANY);
  expect(await counted({ filter: { tag: 'fourth', state: 'disabled' } })).toBe(250);
  expect(await counted({ filter: { keyword: 'camera' }, upTo: upTo - MANY + 5000 })).toBe(5000);
  expect(await counted({ sns: [snOf(1), snOf(1), 'D-0'] })).toBe(1);
  expect((await call(device.countMany, { params, body: {} })).status).toBe(400);
  const stranger = await home.signIn('stranger@example.com');
  expect((await stranger.call(device.countMany, { params, body: { filter: {} } })).status).toBe(404);

  const refused = await call(device.removeMany, { params, body: { filter: { keyword: 'camera' }, count: MANY - 1 } });
  expect(refused.failure.message).toContain(String(MANY));
  expect(await counted({ filter: {} })).toBe(MANY);
});

describe('a keyword that most devices have', () => {
  const keyword = 'camera';

  test.each(['createdAt', '-createdAt', 'sn', '-sn'] as const)('is found in order, by %s, and says that there are more', async (sort) => {
    const order = sort.startsWith('-') ? all.toReversed() : all;

    const { list: rows, total, more } = await list({ keyword, sort });

    expect(rows.map(({ sn }) => sn)).toEqual(page(order, 1));
    expect(more).toBe(true);
    expect(total).toBeGreaterThan(5);
    expect(total).toBeLessThan(MANY);
  });

  test('is found to the last page, which says how many there are', async () => {
    expect(await list({ keyword, current: 2400 })).toMatchObject({
      total: MANY,
      more: false,
      list: page([4, 3, 2, 1, 0], 1).map((sn) => ({ sn })),
    });
    expect(await list({ keyword, sort: 'sn', current: 2401 })).toMatchObject({ total: MANY, more: false, list: [] });
  });

  test('meets a rarer state, a rarer tag and a rarer keyword exactly', async () => {
    expect(await list({ keyword, state: 'disabled' })).toMatchObject({ total: 1000, more: false });
    expect(await list({ keyword, tag: 'fourth' })).toMatchObject({ total: 3000, more: false });
    expect(await list({ keyword: 'camera 3' })).toMatchObject({ total: all.filter((at) => at % 7 === 3).length, more: false });
    expect(await list({ keyword: '-011999' })).toMatchObject({ total: 1, more: false });
  });

  test('meets a state and a tag that most devices have', async () => {
    const { list: rows, more } = await list({ keyword, state: 'inactive', tag: 'all', sort: 'createdAt' });

    expect([rows.map(({ sn }) => sn), more]).toEqual([page(all.slice(1000), 1), true]);
    expect(await sns({ keyword, state: 'inactive', tag: 'all', sort: 'sn', current: 3 })).toEqual(page(all.slice(1000), 3));
    expect(await sns({ state: 'inactive', tag: 'all', sort: '-sn', current: 2 })).toEqual(page(all.toReversed(), 2));
  });
});

test('all that match are changed and counted, and other calls are answered meanwhile', async () => {
  let done = false;
  const tagging = call(device.tagMany, { params: { appKey }, body: { filter: { keyword: 'camera 2' }, add: ['second'] } }).finally(() => {
    done = true;
  });
  let answeredMeanwhile = 0;
  while (!done) {
    await list({});
    // Lets other work run, because `inject` never waits for a socket.
    await new Promise(setImmediate);
    if (!done) answeredMeanwhile += 1;
  }

  const second = all.filter((at) => at % 7 === 2).length;
  expect((await tagging).data).toEqual({ changed: second, skipped: 0, skippedSns: [] });
  expect(await list({ tag: 'second' })).toMatchObject({ total: second });
  expect(answeredMeanwhile).toBeGreaterThan(1);
});
