import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { hashOf } from '../../server/secrets';
import { type Call, startPlatform, type TestPlatform } from '../support/platform';

const { application, device } = contract;

let home: TestPlatform;
let call: Call;
let appKey: string;

beforeEach(async () => {
  home = await startPlatform();
  ({ call } = await home.signIn());
  appKey = (await call(application.create, { body: { name: 'field', categoryId: 1 } })).data.appKey;
});
afterEach(() => home.close());

const add = (...devices: object[]) =>
  call(device.createMany, { params: { appKey }, body: { devices: devices as Record<string, unknown>[] } });
const list = async (query: Record<string, unknown> = {}) => (await call(device.list, { params: { appKey }, query })).data;
const sns = async (query: Record<string, unknown> = {}) => (await list(query)).list.map(({ sn }) => sn);

describe('adding a device', () => {
  test('answers its secret once; only the hash is kept', async () => {
    const { data } = await call(device.create, { params: { appKey }, body: { sn: 'D-1', name: ' 一号 ', tags: ['屋顶', '屋顶'] } });

    expect(data).toMatchObject({ sn: 'D-1', name: '一号', remark: '', tags: ['屋顶'], state: 'inactive', enabled: true, lastSeenAt: null });
    const row = await home.platform.db.selectFrom('device').selectAll().executeTakeFirstOrThrow();
    expect(row.secretHash).toBe(hashOf(data.secret));
    const { secret: _, ...shown } = data;
    expect((await call(device.read, { params: { appKey, sn: 'D-1' } })).data).toEqual(shown);
  });

  test('refuses an SN that exists in the project, and takes it in another', async () => {
    await add({ sn: 'a' });
    const other = (await call(application.create, { body: { name: 'other', categoryId: 1 } })).data.appKey;

    const { status, failure } = await call(device.create, { params: { appKey }, body: { sn: 'a' } });

    expect([status, failure.code, failure.details?.[0]?.path]).toEqual([409, ErrorCode.snTaken, 'body.sn']);
    expect((await call(device.create, { params: { appKey: other }, body: { sn: 'a' } })).status).toBe(200);
  });

  test('takes one of several with the same SN at the same time', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => call(device.create, { params: { appKey }, body: { sn: 'a' } })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await list()).counts.all).toBe(1);
  });

  test.each([
    [{ sn: '' }, 'body.sn'],
    [{ sn: '序列号' }, 'body.sn'],
    [{ sn: 'x'.repeat(65) }, 'body.sn'],
    [{ sn: 'export' }, 'body.sn'],
    [{ sn: 'a', name: 'x'.repeat(65) }, 'body.name'],
    [{ sn: 'a', name: 'a\nb' }, 'body.name'],
    [{ sn: 'a', tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }, 'body.tags'],
    [{ sn: 'a', tags: ['a,b'] }, 'body.tags.0'],
  ])('refuses %j', async (body, path) => {
    const { status, failure } = await call(device.create, { params: { appKey }, body });

    expect([status, failure.details?.[0]?.path]).toEqual([400, path]);
  });
});

describe('a value of another type', () => {
  test.each([
    [{ sn: 5, name: {}, tags: 'a' }, ['须为文本', '须为文本', '须为列表']],
    [{ sn: null }, ['请填写此项']],
    [{}, ['请填写此项']],
    [[], ['须为对象']],
  ])('in %j is told as what it has to be, not as missing', async (body, messages) => {
    const { failure } = await call(device.create, { params: { appKey }, body: body as never });

    expect(failure.details?.map(({ message }) => message)).toEqual(messages);
  });

  test('in the address as well', async () => {
    const { failure } = await call(device.list, { params: { appKey }, query: { current: 'abc', pageSize: 1.5 } as never });

    expect(failure.details).toEqual([
      { path: 'query.current', message: '须为整数' },
      { path: 'query.pageSize', message: '须为整数' },
    ]);
  });
});

describe('adding up to 1000 devices', () => {
  test('each row succeeds or fails for itself, with the reason in the language of the caller', async () => {
    await add({ sn: 'old' });

    const { data } = await call(
      device.createMany,
      {
        params: { appKey },
        body: { devices: [{ sn: 'a' }, { sn: 'b b' }, { sn: 'a' }, { sn: 'old' }, {}, { sn: 'c', tags: 'x' as never }] },
      },
      { 'accept-language': 'en-US' },
    );

    expect(data.created).toEqual([{ sn: 'a', secret: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(data.failed).toEqual([
      { row: 2, sn: 'b b', code: ErrorCode.invalidInput, message: expect.stringContaining('sn: Letters, digits') },
      { row: 3, sn: 'a', code: ErrorCode.snTaken, message: 'This serial number exists already' },
      { row: 4, sn: 'old', code: ErrorCode.snTaken, message: 'This serial number exists already' },
      { row: 5, sn: '', code: ErrorCode.invalidInput, message: 'sn: Please fill this in' },
      { row: 6, sn: 'c', code: ErrorCode.invalidInput, message: 'tags: This has to be a list' },
    ]);
    expect((await list()).counts).toEqual({ all: 2, inactive: 2, online: 0, offline: 0, disabled: 0 });
  });

  test('a batch that is sent again says that all of it exists', async () => {
    const devices = Array.from({ length: 1000 }, (_, at) => ({ sn: `d${at}` }));
    await add(...devices);

    const { data } = await add(...devices);

    expect(data.created).toEqual([]);
    expect(data.failed).toHaveLength(1000);
    expect((await list()).counts.all).toBe(1000);
  });

  test('two batches at once share what they have in common', async () => {
    const batch = (from: number) => add(...Array.from({ length: 200 }, (_, at) => ({ sn: `d${from + at}`, tags: [`t${at % 3}`] })));

    const answers = await Promise.all([batch(0), batch(100), batch(50)]);

    expect(answers.flatMap(({ data }) => data.created)).toHaveLength(300);
    expect((await list()).counts.all).toBe(300);
    expect((await call(device.tags, { params: { appKey } })).data.list.reduce((sum, { devices }) => sum + devices, 0)).toBe(300);
  });

  test.each([[[]], [Array.from({ length: 1001 }, (_, at) => ({ sn: `d${at}` }))]])('refuses none, and more than 1000', async (devices) => {
    expect((await call(device.createMany, { params: { appKey }, body: { devices } })).status).toBe(400);
  });
});

describe('the list', () => {
  test('is paged, the newest first', async () => {
    await add(...Array.from({ length: 25 }, (_, at) => ({ sn: `d${at}` })));

    expect(await sns()).toEqual(Array.from({ length: 10 }, (_, at) => `d${24 - at}`));
    expect(await sns({ current: 3 })).toEqual(['d4', 'd3', 'd2', 'd1', 'd0']);
    expect(await list({ current: 4 })).toMatchObject({ list: [], total: 25, more: false });
  });

  test('sorts by SN byte by byte on every database', async () => {
    await add(...['b', 'A', '_', 'a', '-', 'B', '0'].map((sn) => ({ sn })));

    expect(await sns({ sort: 'sn' })).toEqual(['-', '0', 'A', 'B', '_', 'a', 'b']);
    expect(await sns({ sort: '-sn' })).toEqual(['b', 'a', '_', 'B', 'A', '0', '-']);
  });

  test('finds any part of SN, name and tag, whatever the case and however short', async () => {
    await add({ sn: 'DPC-001', name: '仓库 A 号' }, { sn: 'X_9%', name: 'x' }, { sn: 'dpc-002', name: 'Склад Ёлка', tags: ['屋顶 East'] });
    await add({ sn: 'X_9', name: '100% "quoted" \\ back' });

    for (const [keyword, expected] of Object.entries({
      dpc: ['dpc-002', 'DPC-001'],
      'C-00': ['dpc-002', 'DPC-001'],
      'dpc-002': ['dpc-002'],
      仓库: ['DPC-001'],
      '库 a': ['DPC-001'],
      号: ['DPC-001'],
      ёлка: ['dpc-002'],
      EAST: ['dpc-002'],
      '顶 e': ['dpc-002'],
      _: ['X_9'],
      '%': ['X_9'],
      '100% "q': ['X_9'],
      '\\ b': ['X_9'],
      _9_: [],
      'd%c': [],
      zzz: [],
      '001仓': [],
    })) {
      expect([keyword, await sns({ keyword })]).toEqual([keyword, expected]);
    }
  });

  test('finds nothing of another project', async () => {
    await add({ sn: 'mine', tags: ['shared'] });
    const other = (await call(application.create, { body: { name: 'other', categoryId: 1 } })).data.appKey;
    await call(device.create, { params: { appKey: other }, body: { sn: 'mine-too', tags: ['shared'] } });

    expect(await sns({ keyword: 'mine' })).toEqual(['mine']);
    expect(await sns({ tag: 'shared' })).toEqual(['mine']);
    expect((await list()).counts.all).toBe(1);
  });

  test('counts the states of the whole project, whatever the filter', async () => {
    await add({ sn: 'a' }, { sn: 'b' }, { sn: 'c' });
    await call(device.update, { params: { appKey, sn: 'b' }, body: { enabled: false } });

    const { list: rows, total, counts } = await list({ state: 'disabled' });

    expect([rows.map(({ sn }) => sn), total]).toEqual([['b'], 1]);
    expect(counts).toEqual({ all: 3, inactive: 2, online: 0, offline: 0, disabled: 1 });
  });

  test('an empty filter counts as absent; an unknown state is refused', async () => {
    await add({ sn: 'a' });

    expect(await sns({ keyword: '', state: '', tag: '', sort: '' })).toEqual(['a']);
    expect((await call(device.list, { params: { appKey }, query: { state: 'broken' as never } })).status).toBe(400);
  });
});

describe('one device', () => {
  beforeEach(() => add({ sn: 'a', name: 'Alpha', tags: ['x'] }));
  const of = { sn: 'a' };

  test('is changed in part', async () => {
    const { data } = await call(device.update, { params: { appKey, ...of }, body: { remark: '北侧\n二楼', tags: ['y', 'z'] } });

    expect(data).toMatchObject({ name: 'Alpha', remark: '北侧\n二楼', tags: ['y', 'z'] });
    expect([await sns({ tag: 'x' }), await sns({ tag: 'y' }), await sns({ keyword: 'alp' })]).toEqual([[], ['a'], ['a']]);
  });

  test('is found by its new name, not by the old one', async () => {
    await call(device.update, { params: { appKey, ...of }, body: { name: 'Omega' } });

    expect([await sns({ keyword: 'alpha' }), await sns({ keyword: 'omega' })]).toEqual([[], ['a']]);
  });

  test('is disabled and enabled again: inactive when it was never seen, else offline', async () => {
    const enable = async (enabled: boolean) => (await call(device.update, { params: { appKey, ...of }, body: { enabled } })).data;

    expect(await enable(false)).toMatchObject({ state: 'disabled', enabled: false });
    const { stateSince } = await enable(false);
    home.pass(5000);
    expect((await enable(false)).stateSince).toBe(stateSince);
    expect(await enable(true)).toMatchObject({ state: 'inactive', enabled: true });

    await home.platform.db.updateTable('device').set({ lastSeenAt: 1000 }).execute();
    await enable(false);
    expect(await enable(true)).toMatchObject({ state: 'offline', lastSeenAt: '1970-01-01T00:00:01.000Z' });
    expect((await list()).counts).toEqual({ all: 1, offline: 1, inactive: 0, online: 0, disabled: 0 });
  });

  test('gets another secret', async () => {
    const { data } = await call(device.resetSecret, { params: { appKey, ...of } });

    const row = await home.platform.db.selectFrom('device').select('secretHash').executeTakeFirstOrThrow();
    expect(row.secretHash).toBe(hashOf(data.secret));
  });

  test('is deleted', async () => {
    expect((await call(device.remove, { params: { appKey, ...of } })).data).toBeNull();

    expect((await call(device.read, { params: { appKey, ...of } })).status).toBe(404);
    expect((await call(device.tags, { params: { appKey } })).data.list).toEqual([]);
    expect((await list()).counts.all).toBe(0);
  });

  test('that does not exist is 404', async () => {
    const params = { appKey, sn: 'none' };

    for (const answer of [
      await call(device.read, { params }),
      await call(device.update, { params, body: { name: 'x' } }),
      await call(device.update, { params, body: {} }),
      await call(device.remove, { params }),
      await call(device.resetSecret, { params }),
    ]) {
      expect(answer.failure.code).toBe(ErrorCode.notFound);
    }
  });
});

describe('a selection of devices', () => {
  beforeEach(() => add({ sn: 'a1', tags: ['x'] }, { sn: 'a2' }, { sn: 'b1', tags: ['x'] }, { sn: 'b2' }));

  test('is deleted by SN; what is not there does not count', async () => {
    const { data } = await call(device.removeMany, { params: { appKey }, body: { sns: ['a1', 'a1', 'none'] } });

    expect(data.changed).toBe(1);
    expect(await sns()).toEqual(['b2', 'b1', 'a2']);
  });

  test('is disabled and enabled by filter; only what was not so before counts', async () => {
    await call(device.disableMany, { params: { appKey }, body: { sns: ['a1'] } });

    expect((await call(device.disableMany, { params: { appKey }, body: { filter: { keyword: 'A' } } })).data.changed).toBe(1);
    expect(await sns({ state: 'disabled' })).toEqual(['a2', 'a1']);
    expect((await call(device.enableMany, { params: { appKey }, body: { filter: { state: 'disabled' } } })).data.changed).toBe(2);
    expect((await list()).counts).toMatchObject({ all: 4, inactive: 4, disabled: 0 });
  });

  test('gets tags and loses others', async () => {
    const { data } = await call(device.tagMany, { params: { appKey }, body: { filter: { tag: 'x' }, add: ['y'], remove: ['x'] } });

    expect(data).toEqual({ changed: 2, skipped: 0, skippedSns: [] });
    expect([await sns({ tag: 'x' }), await sns({ tag: 'y' })]).toEqual([[], ['b1', 'a1']]);
    expect((await call(device.tags, { params: { appKey } })).data.list).toEqual([{ tag: 'y', devices: 2 }]);
  });

  test('leaves devices alone that would have more than 10 tags', async () => {
    await call(device.tagMany, { params: { appKey }, body: { sns: ['a1'], add: Array.from({ length: 9 }, (_, at) => `t${at}`) } });

    const { data } = await call(device.tagMany, { params: { appKey }, body: { filter: {}, add: ['one', 'two'] } });

    expect(data).toEqual({ changed: 3, skipped: 1, skippedSns: ['a1'] });
  });

  test('{ filter: {} } means all; without sns and filter, or with both, it is refused', async () => {
    expect((await call(device.removeMany, { params: { appKey }, body: {} })).status).toBe(400);
    expect((await call(device.removeMany, { params: { appKey }, body: { sns: [], filter: {} } })).status).toBe(400);
    const { status, failure } = await call(device.disableMany, { params: { appKey }, body: { filter: { tags: 'x' } as object } });
    expect({ status, details: failure.details }).toEqual({
      status: 400,
      details: [{ path: 'body.filter', message: '不认识的字段：tags' }],
    });
    expect((await list()).counts.all).toBe(4);
    const bare = await call(device.removeMany, { params: { appKey }, body: { filter: {} } });
    expect(bare.failure.details).toMatchObject([{ path: 'body.count', message: expect.stringContaining('全部设备') }]);
    expect((await call(device.disableMany, { params: { appKey }, body: { filter: { tag: '' } } })).status).toBe(400);
    expect((await list()).counts).toMatchObject({ all: 4, disabled: 0 });
    const refused = await call(device.removeMany, { params: { appKey }, body: { filter: {}, count: 3 } });
    expect(refused).toMatchObject({ status: 409, failure: { code: ErrorCode.selectionChanged, message: expect.stringContaining('4') } });
    expect((await call(device.removeMany, { params: { appKey }, body: { filter: {}, count: 4 } })).data.changed).toBe(4);
    expect((await list()).counts.all).toBe(0);
  });
});

test('of all that match, a device that was added after the list was read is left alone', async () => {
  await add({ sn: 'a1' }, { sn: 'a2' });
  const { newest: upTo } = await list({ keyword: 'a' });
  await call(device.remove, { params: { appKey, sn: 'a2' } });
  await add({ sn: 'a3' });
  const params = { appKey };
  const filter = { keyword: 'a' };
  for (const query of [{}, { sort: 'sn' }, { state: 'inactive' }, filter])
    expect(await list({ ...query, upTo })).toMatchObject({ list: [{ sn: 'a1' }], total: 1, more: false, counts: { all: 2 } });

  // The count is the same as before, but not the devices.
  const refused = await call(device.removeMany, { params, body: { filter, upTo, count: 2 } });
  expect(refused.failure).toMatchObject({ code: ErrorCode.selectionChanged, message: expect.stringContaining('1') });
  expect((await call(device.disableMany, { params, body: { filter, upTo } })).data.changed).toBe(1);
  expect(await sns({ state: 'disabled' })).toEqual(['a1']);
  expect((await call(device.tagMany, { params, body: { filter, upTo, add: ['seen'] } })).data.changed).toBe(1);
  await call(device.tagMany, { params, body: { filter, add: ['seen'] } });
  expect(await list({ tag: 'seen', upTo })).toMatchObject({ list: [{ sn: 'a1' }], total: 1 });
  const { newest } = await list();
  expect(await list({ tag: 'seen', upTo: newest })).toMatchObject({ list: [{ sn: 'a3' }, { sn: 'a1' }], total: 2 });
  expect((await call(device.removeMany, { params, body: { filter, upTo, count: 1 } })).data.changed).toBe(1);
  expect(await sns()).toEqual(['a3']);
});

describe('the export', () => {
  const csv = async (query = '') => {
    const { token } = await home.call(contract.account.login, { body: credentials }).then(({ data }) => data);
    return home.app.inject({ url: `/v1/platform/${appKey}/device/export${query}`, headers: { authorization: `Bearer ${token}` } });
  };
  const credentials = { email: 'exporter@example.com', password: 'blue-contour-42' };

  beforeEach(async () => {
    ({ call } = await home.signIn(credentials.email));
    appKey = (await call(application.create, { body: { name: 'export', categoryId: 1 } })).data.appKey;
  });

  test('is a CSV with BOM and header, offered as a file', async () => {
    await add({ sn: 'a', name: '一号, "A"', remark: 'two\nlines', tags: ['x', 'y'] });

    const { headers, body } = await csv();

    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="devices-${appKey}.csv"`);
    expect(body).toMatch(/^\uFEFFsn,name,remark,tags,state,/);
    expect(body).toContain('\r\na,"一号, ""A""","two\nlines",x;y,inactive,');
  });

  test('neutralises what a spreadsheet would calculate', async () => {
    await add({ sn: '-1', name: '=1+1', remark: '@x' });

    expect((await csv()).body).toContain("\r\n'-1,'=1+1,'@x,");
  });

  test('has what matches the filter, all of it', async () => {
    for (const half of ['a', 'b', 'c']) await add(...Array.from({ length: 1000 }, (_, at) => ({ sn: `${half}${at}` })));

    expect((await csv()).body.split('\r\n')).toHaveLength(3002);
    expect((await csv('?keyword=B1')).body.split('\r\n')).toHaveLength(113);
    expect((await csv('?state=online')).body.split('\r\n')).toHaveLength(2);
  });
});
