import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { UNKNOWN_CREDENTIALS } from '../../server/access';
import { openRemoval } from '../../server/application/removal';
import { eventually } from '../support/eventually';
import { type Call, startPlatform, type TestPlatform } from '../support/platform';

const { application, device } = contract;
const station = { name: '气象站', categoryId: 1 } as const;

let home: TestPlatform;
let call: Call;

beforeEach(async () => {
  home = await startPlatform();
  ({ call } = await home.signIn());
});
afterEach(() => home.close());

const create = async (name: string = station.name) => (await call(application.create, { body: { name, categoryId: 1 } })).data;

describe('creating a project', () => {
  test('gives it an appKey and a secret, and switches it on', async () => {
    const { data, status } = await call(application.create, { body: { ...station, description: ' 山顶 ' } });

    expect(status).toBe(200);
    expect(data).toMatchObject({
      name: '气象站',
      description: '山顶',
      categoryId: 1,
      status: 'enabled',
      deviceCount: 0,
      onlineCount: 0,
      callbacks: { delivered: 0, failed: 0, retrying: 0 },
      callbackHours: Array.from({ length: 24 }, () => ({ delivered: 0, failed: 0 })),
      callbackOff: null,
      appKey: expect.stringMatching(/^[a-z0-9]{20}$/),
      appSecret: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('refuses a name the owner has already, beside the field, in the language of the caller', async () => {
    await create();

    const { status, failure } = await call(application.create, { body: station }, { 'accept-language': 'en' });

    expect(status).toBe(409);
    expect(failure).toMatchObject({
      success: false,
      errorCode: ErrorCode.nameTaken,
      message: 'You already have a project with this name',
      details: [{ path: 'body.name' }],
    });
  });

  test('leaves one of several with the same name at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(application.create, { body: station })));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ failure }) => failure.code === ErrorCode.nameTaken)).toHaveLength(7);
  });

  test('lets two owners use the same name', async () => {
    await create();
    const other = await home.signIn();

    expect(await other.call(application.create, { body: station })).toMatchObject({ status: 200 });
  });

  test.each([
    [{ name: '', categoryId: 1 }, 'body.name'],
    [{ name: ' \u200b\u2060', categoryId: 1 }, 'body.name'],
    [{ name: 'x'.repeat(33), categoryId: 1 }, 'body.name'],
    [{ name: 'a\u0007b', categoryId: 1 }, 'body.name'],
    [{ name: 'half \ud83d a character', categoryId: 1 }, 'body.name'],
    [{ name: 'x', description: 'x'.repeat(201), categoryId: 1 }, 'body.description'],
    [{ name: 'x', categoryId: 2 }, 'body.categoryId'],
  ])('refuses %j', async (body, path) => {
    const { status, failure } = await call(application.create, { body: body as typeof station });

    expect(status).toBe(400);
    expect(failure.details).toEqual([expect.objectContaining({ path })]);
  });

  test('a category that is missing is told from a wrong one', async () => {
    const without = await call(application.create, { body: { name: station.name } as never });
    const wrong = await call(application.create, { body: { name: station.name, categoryId: 2 } as never });

    expect(without.failure.details).toEqual([{ path: 'body.categoryId', message: '请填写此项' }]);
    expect(wrong.failure.details).toEqual([{ path: 'body.categoryId', message: '只能是 1' }]);
  });
});

describe('the list of projects', () => {
  test('has the newest first, page by page', async () => {
    for (const name of ['a', 'b', 'c']) await create(name);

    const first = await call(application.list, { query: { pageSize: 2 } });
    const second = await call(application.list, { query: { pageSize: 2, current: 2 } });

    expect(first.data.list.map(({ name }) => name)).toEqual(['c', 'b']);
    expect(second.data.list.map(({ name }) => name)).toEqual(['a']);
    expect(second.data.total).toBe(3);
  });

  test('finds by name, appKey and description, whatever the case, and takes wildcards for what they are', async () => {
    const river = (await call(application.create, { body: { name: 'МОСКВА-река', description: '50% full_up', categoryId: 1 } })).data;
    await create('other');
    const found = async (keyword: string) => (await call(application.list, { query: { keyword } })).data.list.map(({ id }) => id);

    for (const keyword of ['москва', 'Река', river.appKey.slice(3, 12).toUpperCase(), '50%', 'FULL_']) {
      expect(await found(keyword)).toEqual([river.id]);
    }
    for (const keyword of ['5%', 'full\\', 'f__l', '%%']) expect(await found(keyword)).toEqual([]);
  });

  test('filters by status while the totals stay those of all own projects', async () => {
    const first = await create('first');
    const second = await create('second');
    await call(application.switch, { params: { id: first.id }, body: { id: first.id, status: 'disabled' } });
    await call(device.createMany, { params: { appKey: second.appKey }, body: { devices: [{ sn: 'a' }, { sn: 'b' }] } });
    await (await home.signIn()).call(application.create, { body: { name: 'not mine', categoryId: 1 } });

    const { data } = await call(application.list, { query: { status: 'disabled' } });

    expect(data.list.map(({ id }) => id)).toEqual([first.id]);
    expect(data.total).toBe(1);
    expect(data.totals).toEqual({ projects: 2, devices: 2, online: 0, callbacks: { delivered: 0, failed: 0, retrying: 0 } });
  });
});

describe('changing a project', () => {
  test('changes name and description and keeps the appKey', async () => {
    const { id, appKey } = await create();

    const { data } = await call(application.update, { params: { id }, body: { name: '雷达', description: 'x', categoryId: 1 } });

    expect(data).toMatchObject({ id, appKey, name: '雷达', description: 'x' });
    expect((await call(application.read, { params: { id } })).data).toEqual(data);
    expect((await call(application.list, { query: { keyword: '雷达' } })).data.total).toBe(1);
  });

  test('refuses the name of another one', async () => {
    await create('one');
    const { id } = await create('two');

    const { failure } = await call(application.update, { params: { id }, body: { name: 'one', categoryId: 1 } });

    expect(failure.code).toBe(ErrorCode.nameTaken);
  });

  test('switches it off and on; the id in the body has to be the one in the path', async () => {
    const { id } = await create();
    const to = (status: 'enabled' | 'disabled', bodyId = id) => call(application.switch, { params: { id }, body: { id: bodyId, status } });

    expect((await to('disabled')).data.status).toBe('disabled');
    expect((await to('enabled')).data.status).toBe('enabled');
    expect((await to('disabled', id + 1)).failure).toMatchObject({ code: ErrorCode.invalidInput, details: [{ path: 'body.id' }] });
    expect((await call(application.read, { params: { id } })).data.status).toBe('enabled');
  });

  test('what is not yours does not exist', async () => {
    const { id } = await create();
    const stranger = (await home.signIn()).call;

    for (const answer of [
      await stranger(application.read, { params: { id } }),
      await stranger(application.update, { params: { id }, body: station }),
      await stranger(application.remove, { params: { id } }),
      await stranger(application.switch, { params: { id }, body: { id, status: 'disabled' } }),
      await stranger(application.rotateSecret, { params: { id }, body: {} }),
    ]) {
      expect(answer.failure.code).toBe(ErrorCode.notFound);
    }
  });
});

describe('the secret of a project', () => {
  const HOUR = 3_600_000;
  const basic = (appKey: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${appKey}:${secret}`).toString('base64')}` });
  const opens = async (appKey: string, secret: string) =>
    (await home.call(device.list, { params: { appKey }, query: {} }, basic(appKey, secret))).status === 200;
  const rotate = async (id: number, overlapHours?: number) =>
    (await call(application.rotateSecret, { params: { id }, body: { overlapHours } })).data.appSecret;

  test('the old one stays valid for the overlap, no longer', async () => {
    const { id, appKey, appSecret: old } = await create();
    const fresh = await rotate(id, 2);

    expect([await opens(appKey, old), await opens(appKey, fresh)]).toEqual([true, true]);
    home.pass(2 * HOUR + 1000);
    expect([await opens(appKey, old), await opens(appKey, fresh)]).toEqual([false, true]);
  });

  test('without an overlap the old one is refused at once', async () => {
    const { id, appKey, appSecret: old } = await create();
    const fresh = await rotate(id, 0);

    expect((await call(application.read, { params: { id } })).data.oldSecretUntil).toBeNull();
    expect([await opens(appKey, old), await opens(appKey, fresh)]).toEqual([false, true]);
  });

  test('at most two are valid', async () => {
    const { id, appKey, appSecret: first } = await create();
    const second = await rotate(id);
    const { oldSecretUntil } = (await call(application.read, { params: { id } })).data;
    const left = Date.parse(oldSecretUntil ?? '') - home.platform.now();
    expect(Math.ceil(left / HOUR)).toBe(24);
    const third = await rotate(id);

    expect([await opens(appKey, first), await opens(appKey, second), await opens(appKey, third)]).toEqual([false, true, true]);
  });

  test('also when it is rotated several times at once', async () => {
    const { id, appKey, appSecret } = await create();
    const secrets = [appSecret, ...(await Promise.all([1, 2, 3, 4].map(() => rotate(id))))];

    const open = await Promise.all(secrets.map((secret) => opens(appKey, secret)));

    expect(open.filter(Boolean)).toHaveLength(2);
  });

  test.each([-1, 169, 1.5])('refuses an overlap of %s hours', async (overlapHours) => {
    const { id } = await create();

    expect((await call(application.rotateSecret, { params: { id }, body: { overlapHours } })).status).toBe(400);
  });

  test.each([
    ['a wrong secret', (appKey: string) => basic(appKey, 'wrong')],
    ['an AppKey that is none', () => basic('nope', 'wrong')],
    ['nothing that can be read', () => ({ authorization: 'Basic ???' })],
  ])('with %s in its place that is said, not that somebody has to sign in', async (_, headers) => {
    const { appKey } = await create();
    const { status, failure } = await home.call(device.list, { params: { appKey }, query: {} }, headers(appKey));

    expect([status, failure.code]).toEqual([401, ErrorCode.wrongAppSecret]);
  });

  test('wrong ones are refused beyond a number a minute, the right one at the same address is not', async () => {
    const { appKey, appSecret } = await create();
    const ask = (secret: string) => home.call(device.list, { params: { appKey }, query: {} }, basic(appKey, secret));
    for (let i = 0; i < UNKNOWN_CREDENTIALS.max; i++) await ask('wrong');

    const { status, headers } = await ask('wrong');

    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await ask(appSecret)).status).toBe(200);
    expect((await call(application.list, { query: {} })).status).toBe(200);
  });

  test('opens no other project', async () => {
    const { appKey, appSecret } = await create('one');
    const other = await create('two');

    expect((await home.call(device.list, { params: { appKey: other.appKey }, query: {} }, basic(appKey, appSecret))).status).toBe(404);
  });
});

describe('deleting a project', () => {
  test('makes it and its secret unknown at once, frees its name, and leaves nothing behind', async () => {
    const { id, appKey, appSecret } = await create();
    const devices = Array.from({ length: 1000 }, (_, at) => ({ sn: `d${at}`, tags: ['x'] }));
    await call(device.createMany, { params: { appKey }, body: { devices } });

    expect(await call(application.remove, { params: { id } })).toMatchObject({ status: 200, data: null });

    const authorization = `Basic ${Buffer.from(`${appKey}:${appSecret}`).toString('base64')}`;
    expect((await call(application.read, { params: { id } })).status).toBe(404);
    expect((await call(device.list, { params: { appKey }, query: {} })).status).toBe(404);
    expect((await home.call(device.list, { params: { appKey }, query: {} }, { authorization })).status).toBe(401);
    expect((await create()).name).toBe(station.name);
    expect((await call(application.list, { query: {} })).data).toMatchObject({ total: 1, totals: { projects: 1, devices: 0 } });
    // The deletion runs in the background, with the project's row last.
    const { db } = home.platform;
    const rest = () => db.selectFrom('application').select('id').where('id', '=', id).execute();
    await eventually(rest, ({ length }) => length === 0);
    for (const table of ['device', 'deviceTag', 'deviceCount', 'deviceTagCount'] as const) {
      expect(await db.selectFrom(table).selectAll().where('applicationId', '=', id).limit(1).execute()).toEqual([]);
    }
  });
});

test('what an earlier process did not finish deleting is deleted after the start', async () => {
  const { id, appKey } = await create();
  await call(device.create, { params: { appKey }, body: { sn: 'a', tags: ['x'] } });
  const { db, log } = home.platform;
  await db.updateTable('application').set({ ownerId: null }).where('id', '=', id).execute();

  const removal = openRemoval(db, log);
  await removal.settle();

  expect(await db.selectFrom('application').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('device').selectAll().execute()).toEqual([]);
});
