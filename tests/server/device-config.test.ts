import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import type { Json, JsonObject } from '../../contract/merge-patch';
import { downTopic, upTopic } from '../../contract/topics';
import { insertEvents } from '../../server/event/queries';
import { eventually } from '../support/eventually';
import { type Call, startPlatform, type TestPlatform } from '../support/platform';

const { config, device } = contract;
const SECRET = 'hunter22-of-the-barn';
const wifi = { network: { wifi: { ssid: 'barn', password: SECRET } } };

let stage: TestPlatform;
let call: Call;
let appKey: string;
let applicationId: number;
let sent: { topic: string; payload: { version: number; state: JsonObject } }[];

beforeEach(async () => {
  stage = await startPlatform();
  ({ call } = await stage.signIn('li@example.com'));
  ({
    data: { appKey, id: applicationId },
  } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }));
  await call(device.create, { params: { appKey }, body: { sn: 'S1' } });
  sent = [];
  stage.platform.broker.publish = async (topic, payload) => void sent.push({ topic, payload: payload as never });
});
afterEach(() => stage.close());

const at = (sn = 'S1') => ({ params: { appKey, sn } });
const read = async (sn?: string) => (await call(config.read, at(sn))).data;
const patch = (
  version: number | undefined,
  body: object,
  { sn = 'S1', note, language }: { sn?: string; note?: string; language?: string } = {},
) =>
  call(
    config.change,
    { ...at(sn), headers: version === undefined ? {} : { 'if-match': `"${version}"` }, query: note ? { note } : {}, body: body as never },
    language ? { 'accept-language': language } : {},
  );
const rollback = (version: number, { note, basedOn }: { note?: string; basedOn?: number } = {}) =>
  call(config.rollback, { ...at(), headers: basedOn === undefined ? {} : { 'if-match': `"${basedOn}"` }, body: { version, note } });
const revisions = async () => (await call(config.revisions, at())).data.list;
const says = (name: Parameters<typeof upTopic>[2], payload: object, sn = 'S1') =>
  stage.platform.gate.received({ topic: upTopic(appKey, sn, name), payload: Buffer.from(JSON.stringify(payload)) });
const reports = (version: number, state: object, result = 'ok', errors: object[] = []) =>
  says('config/reported', { version, state, result, errors });
const connects = () => stage.platform.gate.connected({ clientId: `${appKey}.S1`, connectedAt: stage.platform.now(), address: '10.0.0.7' });
const story = async () => (await call(contract.event.list, { ...at(), query: {} })).data.list;

describe('what is wanted of a device', () => {
  test('is nothing at first, and that is in sync', async () => {
    expect(await read()).toMatchObject({
      schema: { title: '深度相机配置' },
      desired: { version: 0, state: {}, secrets: [], updatedAt: null, updatedBy: null, note: '' },
      reported: null,
      sync: 'in-sync',
      differences: [],
    });
  });

  test('changes by merge patches, each adding 1 to the version, with who, when and why', async () => {
    const first = await patch(0, { telemetry: { intervalS: 30 }, depth: { fps: 10 } }, { note: '夜间' });
    const second = await patch(1, { telemetry: null, depth: { fps: 15, autoExposure: false } });

    expect({ status: first.status, etag: first.headers.etag }).toEqual({ status: 200, etag: '"1"' });
    expect(first.data.desired).toMatchObject({ version: 1, updatedBy: 'li', note: '夜间' });
    expect(second.data.desired).toMatchObject({ version: 2, state: { depth: { fps: 15, autoExposure: false } }, note: '' });
    expect(await read()).toEqual(second.data);
    expect((await revisions()).map(({ version, state, note }) => ({ version, state, note }))).toEqual([
      { version: 2, state: { depth: { fps: 15, autoExposure: false } }, note: '' },
      { version: 1, state: { telemetry: { intervalS: 30 }, depth: { fps: 10 } }, note: '夜间' },
    ]);
  });

  test('is changed by the developer’s server, too, which is nobody by name', async () => {
    const { data } = await call(contract.application.rotateSecret, { params: { id: applicationId }, body: {} });
    const authorization = `Basic ${Buffer.from(`${appKey}:${data.appSecret}`).toString('base64')}`;
    const answer = await stage.app.inject({
      method: 'PATCH',
      url: `/v1/platform/${appKey}/device/S1/config`,
      headers: { authorization, 'if-match': '0', 'content-type': 'application/merge-patch+json' },
      payload: '{"log":{"level":"debug"}}',
    });

    expect(answer.json().data.desired).toMatchObject({ version: 1, state: { log: { level: 'debug' } }, updatedBy: null });
  });

  test('is told as the whole state, once it is stored', async () => {
    await patch(0, { depth: { fps: 10 } });
    await patch(1, { log: { level: 'warn' } });

    expect(sent).toEqual([
      { topic: downTopic(appKey, 'S1', 'config/desired'), payload: { version: 1, state: { depth: { fps: 10 } } } },
      { topic: downTopic(appKey, 'S1', 'config/desired'), payload: { version: 2, state: { depth: { fps: 10 }, log: { level: 'warn' } } } },
    ]);
  });

  test('is stored although the broker is away', async () => {
    stage.platform.broker.publish = async () => {
      throw new Error('away');
    };

    expect((await patch(0, { depth: { fps: 10 } })).status).toBe(200);
  });

  test('is answered to a device that asks, only if it is newer', async () => {
    await patch(0, { depth: { fps: 10 } });
    sent = [];

    await says('config/get', { version: 1 });
    expect(sent).toEqual([]);
    await says('config/get', {});
    expect(sent).toMatchObject([{ payload: { version: 1 } }]);
  });

  test('goes on from the version of a device that has a higher one, as after it was deleted and added again', async () => {
    await patch(0, { depth: { fps: 10 } }, { note: '安装' });
    await says('config/get', { version: 7 });
    await reports(8, { depth: { fps: 10 } });

    expect(sent.at(-1)?.payload).toEqual({ version: 8, state: { depth: { fps: 10 } } });
    expect(await read()).toMatchObject({ desired: { version: 8, updatedBy: 'li', note: '安装' }, sync: 'in-sync' });
    expect((await revisions()).map(({ version }) => version)).toEqual([8]);
    expect((await patch(8, { depth: { fps: 12 } })).data.desired.version).toBe(9);
    await says('config/get', { version: 9 });
    expect(sent).toHaveLength(3);
  });

  test('begins above the version of a device that had one before it was ever configured here', async () => {
    await says('config/get', { version: 7 });
    expect(await read()).toMatchObject({ desired: { version: 0 }, reported: null, sync: 'in-sync' });

    expect((await patch(0, { depth: { fps: 10 } })).data).toMatchObject({ desired: { version: 8 } });
    expect(sent.map(({ payload }) => payload.version)).toEqual([8]);
  });

  test('does not follow a device to where no numbers are left', async () => {
    await patch(0, { depth: { fps: 10 } });
    await says('config/get', { version: 2 ** 31 - 1 });
    expect((await patch(1, { depth: { fps: 12 } })).data.desired.version).toBe(2);
  });

  test('is sent to a device that has connected and neither asked nor reported', async () => {
    await patch(0, { depth: { fps: 10 } });
    sent = [];
    await connects();
    await stage.platform.settle();
    expect(sent).toMatchObject([{ payload: { version: 1, state: { depth: { fps: 10 } } } }]);

    await reports(1, { depth: { fps: 10 } });
    sent = [];
    await connects();
    await stage.platform.settle();
    expect(sent).toEqual([]);
  });

  test('keeps its newest 50 versions', async () => {
    for (let version = 0; version < 53; version++) await patch(version, { n: version });

    const versions = (await revisions()).map(({ version }) => version);
    expect(versions).toHaveLength(50);
    expect([versions[0], versions.at(-1)]).toEqual([53, 4]);
    expect((await rollback(3)).failure.code).toBe(ErrorCode.notFound);
  });

  test('goes with its device and with its project', async () => {
    await patch(0, wifi);
    await reports(1, {});
    await call(config.changeSchema, { params: { appKey }, body: { schema: { type: 'object' } } });
    await call(device.remove, at());
    await call(device.create, { params: { appKey }, body: { sn: 'S1' } });
    expect(await read()).toMatchObject({ desired: { version: 0 }, reported: null });
    expect(await revisions()).toEqual([]);

    await patch(0, wifi);
    await call(contract.application.remove, { params: { id: applicationId } });
    const { db } = stage.platform;
    for (const table of ['deviceConfig', 'deviceConfigRevision', 'configSchema'] as const)
      await eventually(
        () => db.selectFrom(table).selectAll().execute(),
        ({ length }) => length === 0,
      );
  });
});

describe('If-Match', () => {
  test('is asked for', async () => {
    const { status, failure } = await patch(undefined, { a: 1 });

    expect({ status, code: failure.code }).toEqual({ status: 428, code: ErrorCode.versionRequired });
  });

  test.each(['*', '""', 'W/"0"', '"0", "1"', '1e3', '-1'])('that says %s is refused', async (tag) => {
    const { status, failure } = await call(config.change, { ...at(), headers: { 'if-match': tag }, query: {}, body: {} });

    expect({ status, path: failure.details?.[0]?.path }).toEqual({ status: 400, path: 'headers.if-match' });
  });

  test('of another version is refused with what there is now', async () => {
    await patch(0, { depth: { fps: 10 } }, { note: 'first' });

    for (const stale of [0, 2, 999_999_999_999_999]) {
      const { status, failure } = await patch(stale, { depth: { fps: 20 } });
      expect({ status, code: failure.code }).toEqual({ status: 412, code: ErrorCode.versionConflict });
      expect(failure.data).toEqual(await read());
    }
  });

  test('lets one of many through who save at once', async () => {
    await patch(0, { n: 0 });

    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => patch(1, { n: n + 1 })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    expect((await read()).desired).toMatchObject({ version: 2, state: { n: answers.findIndex(({ status }) => status === 200) + 1 } });
  });

  test('lets one of two through who configure a device for the first time', async () => {
    const answers = await Promise.all([patch(0, { n: 1 }), patch(0, { n: 2 })]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

describe('what is refused', () => {
  test.each<[string, object, string]>([
    ['a value beyond its limit', { depth: { fps: 99 } }, 'depth.fps'],
    ['a setting there is not', { depth: { fbs: 9 } }, 'depth.fbs'],
    ['a group that is none', { depth: 5 }, 'depth'],
    ['a depth of 9', { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } }, 'a.a.a.a.a.a.a.a'],
    ['a key with a dash', { 'a-b': 1 }, 'a-b'],
    ['constructor as a key', { constructor: 1 }, 'constructor'],
  ])('%s, with its path', async (_, body, path) => {
    const { status, failure } = await patch(0, body);

    expect({ status, code: failure.code }).toEqual({ status: 400, code: ErrorCode.invalidInput });
    expect(failure.details?.map((detail) => detail.path)).toEqual([path]);
    expect((await read()).desired.version).toBe(0);
  });

  test('in the caller’s language', async () => {
    expect((await patch(0, { depth: { fps: 99 } })).failure.details).toEqual([{ path: 'depth.fps', message: '不能大于 60' }]);
    expect((await patch(0, { depth: { fps: 99 } }, { language: 'en' })).failure.details).toEqual([
      { path: 'depth.fps', message: 'Not more than 60' },
    ]);
  });

  test.each([
    ['__proto__', '{"__proto__":{"a":1}}'],
    ['a hidden __proto__', '{"a":{"\\u005f_proto__":{"a":1}}}'],
    ['a hidden constructor', '{"a":{"construct\\u006fr":{"prototype":{"a":1}}}}'],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['a text', '"a"'],
    ['ten thousand brackets', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['U+0000', '{"a":"\\u0000"}'],
    ['a number beyond numbers', '{"a":1e999}'],
    ['an integer that would be rounded', '{"a":12345678901234567891}'],
  ])('%s as a patch', async (_, payload) => {
    const { token } = await signInAgain();
    const answer = await stage.app.inject({
      method: 'PATCH',
      url: `/v1/platform/${appKey}/device/S1/config`,
      headers: { authorization: `Bearer ${token}`, 'if-match': '"0"', 'content-type': 'application/json' },
      payload,
    });

    expect(answer.statusCode).toBe(400);
    expect((await read()).desired.version).toBe(0);
  });

  test('no number that is what it was written as, however large it is', async () => {
    expect((await patch(0, { limit: 1e20, other: 1.5e16 })).status).toBe(200);
    const { status, data } = await patch(1, { name: 'x' });
    expect({ status, state: data.desired.state }).toEqual({ status: 200, state: { limit: 1e20, other: 1.5e16, name: 'x' } });
  });

  const signInAgain = async () =>
    (await stage.call(contract.account.login, { body: { email: 'li@example.com', password: 'blue-contour-42' } })).data;

  test('more than 32 KB, of the whole, not of the patch', async () => {
    const half = 'x'.repeat(20 * 1024);
    expect((await patch(0, { a: half })).status).toBe(200);

    const { status, failure } = await patch(1, { b: half });

    expect({ status, code: failure.code }).toEqual({ status: 413, code: ErrorCode.tooLarge });
    expect((await patch(1, { a: null, b: half })).status).toBe(200);
    expect((await patch(2, { b: 'x'.repeat(33 * 1024) })).status).toBe(413);
  });
});

describe('a secret', () => {
  test('goes to the device and is seen nowhere else', async () => {
    const { data } = await patch(0, wifi);
    expect(data.desired).toMatchObject({ state: { network: { wifi: { ssid: 'barn' } } }, secrets: ['network.wifi.password'] });
    expect(sent[0]?.payload).toEqual({ version: 1, state: wifi });

    await reports(1, wifi, 'partial', [{ path: 'network.wifi.password', code: 'weak', message: `the password ${SECRET} is weak` }]);
    const { reported } = await read();
    expect(reported).toMatchObject({
      state: { network: { wifi: { ssid: 'barn' } } },
      errors: [{ code: 'weak', message: 'the password •••••• is weak' }],
    });

    const { db } = stage.platform;
    const seen = [await read(), await revisions(), await story(), await db.selectFrom('callbackRecord').selectAll().execute()];
    const stored = [
      await db.selectFrom('deviceConfig').selectAll().execute(),
      await db.selectFrom('deviceConfigRevision').selectAll().execute(),
      await db.selectFrom('deviceEvent').selectAll().execute(),
    ];
    expect(JSON.stringify([seen, stored])).not.toContain(SECRET);
  });

  test('stays when a patch leaves it out, and goes when it is removed', async () => {
    await patch(0, wifi);
    await patch(1, { network: { wifi: { ssid: 'field' } } });
    expect(sent.at(-1)?.payload.state).toEqual({ network: { wifi: { ssid: 'field', password: SECRET } } });

    const { data } = await patch(2, { network: { wifi: { password: null } } });

    expect(data.desired.secrets).toEqual([]);
    expect(sent.at(-1)?.payload.state).toEqual({ network: { wifi: { ssid: 'field' } } });
    expect((await revisions()).map(({ changedSecrets }) => changedSecrets)).toEqual([
      ['network.wifi.password'],
      [],
      ['network.wifi.password'],
    ]);
  });

  test('stays as it is now when an earlier version comes back', async () => {
    await patch(0, wifi);
    await patch(1, { network: { wifi: { ssid: 'field', password: 'another-one' } } });

    const { data } = await rollback(1, { note: 'as before' });

    expect(data.desired).toMatchObject({ version: 3, state: { network: { wifi: { ssid: 'barn' } } }, note: 'as before' });
    expect(sent.at(-1)?.payload.state).toEqual({ network: { wifi: { ssid: 'barn', password: 'another-one' } } });
    expect((await revisions())[0]).toMatchObject({ version: 3, restored: 1, changedSecrets: [] });
  });

  test('does not come to light by changing the schema', async () => {
    await patch(0, wifi);
    await call(config.changeSchema, { params: { appKey }, body: { schema: { type: 'object' } } });
    await patch(1, { n: 1 });

    expect(JSON.stringify([await read(), await revisions()])).not.toContain(SECRET);
    expect(sent.at(-1)?.payload.state).toEqual({ ...wifi, n: 1 });
  });

  test('is hidden as soon as the schema says so, in the history, too', async () => {
    await patch(0, { token: SECRET });
    await reports(1, { token: SECRET });
    await call(config.changeSchema, {
      params: { appKey },
      body: { schema: { type: 'object', properties: { token: { type: 'string', writeOnly: true } } } },
    });

    const twin = await read();
    expect(twin.desired).toMatchObject({ state: {}, secrets: ['token'] });
    expect(JSON.stringify([twin, await revisions()])).not.toContain(SECRET);
  });
});

describe('what a device reports', () => {
  beforeEach(() => patch(0, { depth: { fps: 10 }, mounting: { tiltDeg: 0.1 } }));

  test('is shown beside what is wanted', async () => {
    expect(await read()).toMatchObject({ sync: 'offline', reported: null });
    await connects();
    expect((await read()).sync).toBe('waiting');

    await reports(1, { depth: { fps: 10, laserPower: 60 }, mounting: { tiltDeg: Math.fround(0.1) } });

    expect(await read()).toMatchObject({
      sync: 'in-sync',
      differences: [],
      reported: { version: 1, result: 'ok', errors: [], state: { depth: { fps: 10, laserPower: 60 } }, at: expect.any(String) },
    });
    await patch(1, { depth: { fps: 12 } });
    expect(await read()).toMatchObject({ sync: 'waiting', differences: ['depth.fps'] });
  });

  test('is not taken for in sync when it is something else', async () => {
    await connects();
    await reports(1, { depth: { fps: 9 } });

    expect(await read()).toMatchObject({ sync: 'waiting', differences: ['depth.fps', 'mounting.tiltDeg'] });
  });

  test.each(['partial', 'rejected'])('may be that it was %s, and why', async (result) => {
    const errors = [{ path: 'depth.fps', code: 'unsupported', message: 'at most 5' }];
    await reports(1, { depth: { fps: 5 } }, result, errors);

    expect(await read()).toMatchObject({ sync: 'rejected', reported: { result, errors }, differences: ['depth.fps', 'mounting.tiltDeg'] });
    expect(await story()).toMatchObject([
      { type: result === 'partial' ? 'device.config.applied' : 'device.config.rejected', data: { version: 1, result, errors } },
    ]);
    await patch(1, { depth: { fps: 5 } });
    expect((await read()).sync).toBe('offline');
  });

  test('of an older version comes too late', async () => {
    await patch(1, { depth: { fps: 12 } });
    await reports(2, { depth: { fps: 12 } });
    await reports(1, { depth: { fps: 10 } });

    expect((await read()).reported).toMatchObject({ version: 2, state: { depth: { fps: 12 } } });
  });

  test('of a version nobody wanted does not stand in the way of later ones', async () => {
    await reports(700, { depth: { fps: 3 } });
    expect(await read()).toMatchObject({ sync: 'offline', reported: { version: 700 } });

    await reports(1, { depth: { fps: 10 }, mounting: { tiltDeg: 0.1 } });

    expect(await read()).toMatchObject({ sync: 'in-sync', reported: { version: 1 } });
  });

  test('may come before anything is wanted', async () => {
    await call(device.create, { params: { appKey }, body: { sn: 'S2' } });
    await says('config/reported', { version: 0, state: { depth: { fps: 30 } }, result: 'ok' }, 'S2');

    expect(await read('S2')).toMatchObject({
      sync: 'in-sync',
      desired: { version: 0 },
      reported: { version: 0, state: { depth: { fps: 30 } } },
    });
    expect((await patch(0, { depth: { fps: 10 } }, { sn: 'S2' })).data.reported).toMatchObject({ version: 0 });
  });

  test('is cut where it says too much', async () => {
    const error = { path: 'p'.repeat(1000), code: 'c'.repeat(100), message: 'm'.repeat(900) };
    await reports(
      1,
      {},
      'rejected',
      Array(60)
        .fill(error)
        .map((one, n) => (n < 25 ? one : { ...one, message: 'm', path: 'p' })),
    );

    const { errors = [] } = (await read()).reported ?? {};
    expect(errors).toHaveLength(50);
    expect(errors[0]).toEqual({ path: 'p'.repeat(256), code: 'c'.repeat(64), message: 'm'.repeat(500) });
  });

  test('names places in whichever way libraries do', async () => {
    const paths = ['lines.0.a.x', 'lines[0].a.x', '/lines/0/a/x', '[2]', '/', ''];
    await reports(
      1,
      {},
      'rejected',
      paths.map((path) => ({ path, code: 'c', message: 'm' })),
    );

    const { errors = [] } = (await read()).reported ?? {};
    expect(errors.map(({ path }) => path)).toEqual(['lines.0.a.x', 'lines.0.a.x', 'lines.0.a.x', '2', '', '']);
  });

  test.each<[string, object]>([
    ['is larger than a configuration may be', { version: 1, state: { a: 'x'.repeat(33 * 1024) }, result: 'ok' }],
    ['is deeper', { version: 1, state: { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } }, result: 'ok' }],
    ['has keys that are none', { version: 1, state: { constructor: { a: 1 } }, result: 'ok' }],
    ['has no version', { state: {}, result: 'ok' }],
    ['has a version that is none', { version: 1e12, state: {}, result: 'ok' }],
    ['has no state', { version: 1, result: 'ok' }],
    ['is a list', { version: 1, state: [], result: 'ok' }],
    ['has an unknown result', { version: 1, state: {}, result: 'fine' }],
  ])('and cannot be one, because it %s, is told of and not kept', async (_, report) => {
    await says('config/reported', report);
    await stage.platform.settle();

    expect((await read()).reported).toBeNull();
    expect(await story()).toMatchObject([{ type: 'device.invalid' }]);
  });
});

describe('an earlier version', () => {
  test('comes back as a new one', async () => {
    await patch(0, { depth: { fps: 10 } });
    await patch(1, { depth: { fps: 20 } });

    const { status, data } = await rollback(1, { note: '回退' });

    expect(status).toBe(200);
    expect(data.desired).toMatchObject({ version: 3, state: { depth: { fps: 10 } }, note: '回退' });
    expect(sent.at(-1)?.payload).toEqual({ version: 3, state: { depth: { fps: 10 } } });
    expect((await revisions())[0]).toMatchObject({ version: 3, restored: 1 });
  });

  test('does not come back over a version that who asks for it has not seen', async () => {
    for (const [version, fps] of [10, 20, 30].entries()) await patch(version, { depth: { fps } });

    const { status, failure } = await rollback(1, { basedOn: 2 });

    expect({ status, code: failure.code }).toEqual({ status: 412, code: ErrorCode.versionConflict });
    expect(failure.data).toEqual(await read());
    expect((await read()).desired).toMatchObject({ version: 3, state: { depth: { fps: 30 } } });
    expect((await rollback(1, { basedOn: 3 })).data.desired).toMatchObject({ version: 4, state: { depth: { fps: 10 } } });
  });

  test('that there never was, or that the schema of today refuses, does not', async () => {
    await patch(0, { depth: { fps: 10 } });
    await call(config.changeSchema, {
      params: { appKey },
      body: { schema: { type: 'object', properties: { depth: { properties: { fps: { maximum: 5 } } } } } },
    });

    expect((await rollback(2)).failure.code).toBe(ErrorCode.notFound);
    expect((await rollback(2 ** 40)).status).toBe(400);
    expect((await rollback(1)).failure.details).toEqual([{ path: 'depth.fps', message: '不能大于 5' }]);
    expect((await read()).desired.version).toBe(1);
  });
});

describe('one patch for many devices', () => {
  const many = (body: object) => call(config.changeMany, { params: { appKey }, body: body as never });

  test('has an outcome for each', async () => {
    await call(device.create, { params: { appKey }, body: { sn: 'S2' } });
    await patch(0, { measuring: { minMm: 100 } });
    await call(config.changeSchema, {
      params: { appKey },
      body: { schema: { type: 'object', not: { required: ['measuring', 'night'] } } },
    });

    const { status, data } = await many({ sns: ['S1', 'S2', 'S2', 'S9'], patch: { night: true }, note: 'all' });

    expect(status).toBe(200);
    expect(data).toEqual({
      changed: [{ sn: 'S2', version: 1 }],
      failed: [
        { sn: 'S1', code: ErrorCode.invalidInput, message: expect.any(String), details: [{ path: '', message: '不符合配置模式' }] },
        { sn: 'S9', code: ErrorCode.notFound, message: expect.any(String), details: [] },
      ],
    });
    expect((await read('S2')).desired).toMatchObject({ state: { night: true }, note: 'all' });
  });

  test('makes no version where nothing changes, and sends nothing', async () => {
    await call(device.create, { params: { appKey }, body: { sn: 'S2' } });
    await patch(0, { depth: { fps: 5, autoExposure: true }, ...wifi });
    sent = [];

    const again = { depth: { autoExposure: true, fps: 5, roi: null }, ...wifi };
    expect((await many({ sns: ['S1', 'S2'], patch: again, note: 'again' })).data.changed).toEqual([
      { sn: 'S1', version: 1 },
      { sn: 'S2', version: 1 },
    ]);
    expect(sent.map(({ topic }) => topic)).toEqual([downTopic(appKey, 'S2', 'config/desired')]);
    expect((await patch(1, {})).headers.etag).toBe('"1"');
    expect((await revisions()).map(({ version, note }) => ({ version, note }))).toEqual([{ version: 1, note: '' }]);
    expect((await patch(1, { network: { wifi: { password: 'another-one' } } })).headers.etag).toBe('"2"');
    expect((await rollback(2)).headers.etag).toBe('"3"');
  });

  test('goes by a filter, and not to more than 1000', async () => {
    await call(device.createMany, {
      params: { appKey },
      body: { devices: Array.from({ length: 1000 }, (_, n) => ({ sn: `T${n}`, tags: [n < 3 ? 'pen' : 'yard'] })) },
    });

    expect((await many({ filter: { tag: 'pen' }, patch: { n: 1 } })).data.changed.map(({ sn }) => sn).sort()).toEqual(['T0', 'T1', 'T2']);
    const { status, failure } = await many({ filter: {}, patch: { n: 1 } });
    expect({ status, message: failure.message }).toEqual({ status: 400, message: '一次最多选择 1000 台设备' });
    expect((await read()).desired.version).toBe(0);
  });

  test.each<[string, object]>([
    ['without a selection', { patch: {} }],
    ['with two', { sns: [], filter: {}, patch: {} }],
    ['of more than 1000', { sns: Array(1001).fill('S1'), patch: {} }],
    ['without a patch', { sns: ['S1'] }],
    ['with a patch that is none', { sns: ['S1'], patch: [1] }],
    ['with a patch no device may have', { sns: ['S1'], patch: { 'a-b': 1 } }],
  ])('%s is refused', async (_, body) => {
    expect((await many(body)).status).toBe(400);
  });

  test('is asked after for all of them at once', async () => {
    for (const sn of ['S2', 'S3', 'S4']) await call(device.create, { params: { appKey }, body: { sn } });
    await many({ sns: ['S1', 'S2', 'S3'], patch: { ...wifi, depth: { fps: 5 } } });
    await connects();
    await reports(1, { network: { wifi: { ssid: 'barn' } }, depth: { fps: 5 } });
    await says('config/reported', { version: 1, state: {}, result: 'rejected', errors: [] }, 'S2');
    const other = (
      await (await stage.signIn('wu@example.com')).call(contract.application.create, { body: { name: '别处', categoryId: 1 } })
    ).data;

    const { data } = await call(config.readSync, { params: { appKey }, body: { sns: ['S3', 'S1', 'S2', 'S4', 'S9', 'S1'] } });
    expect(data.list).toEqual([
      { sn: 'S3', state: 'inactive', version: 1, sync: 'offline', reported: null, unread: false },
      { sn: 'S1', state: 'online', version: 1, sync: 'in-sync', reported: { version: 1, result: 'ok' }, unread: false },
      { sn: 'S2', state: 'inactive', version: 1, sync: 'rejected', reported: { version: 1, result: 'rejected' }, unread: false },
      { sn: 'S4', state: 'inactive', version: 0, sync: 'in-sync', reported: null, unread: false },
    ]);
    expect((await call(config.readSync, { params: { appKey }, body: { sns: ['S9'] } })).data.list).toEqual([]);
    expect((await call(config.readSync, { params: { appKey }, body: { sns: Array(101).fill('S1') } })).status).toBe(400);
    expect((await call(config.readSync, { params: { appKey: other.appKey }, body: { sns: ['S1'] } })).status).toBe(404);
  });

  test('tells of an answer that could not be read, until there is one that can, or something else is wanted', async () => {
    const isUnread = async () => (await call(config.readSync, { params: { appKey }, body: { sns: ['S1'] } })).data.list[0]?.unread;
    const answersBadly = async () => {
      await says('config/reported', { version: 1, result: '好', state: [] });
      await stage.platform.settle();
    };
    await connects();
    await many({ sns: ['S1'], patch: { depth: { fps: 5 } } });
    await says('telemetry', []);
    expect(await isUnread()).toBe(false);
    await answersBadly();
    expect(await isUnread()).toBe(true);
    const { deviceId, sn } = await stage.platform.db.selectFrom('deviceEvent').select(['deviceId', 'sn']).executeTakeFirstOrThrow();
    const telemetry = { applicationId, deviceId, sn, type: 'device.telemetry' as const, at: stage.platform.now() };
    await insertEvents(stage.platform.db, Array(600).fill(telemetry));
    expect(await isUnread()).toBe(true);

    stage.pass(1000);
    await many({ sns: ['S1'], patch: { depth: { fps: 6 } } });
    expect(await isUnread()).toBe(false);
    await answersBadly();
    stage.pass(1000);
    await reports(1, { depth: { fps: 5 } });
    expect(await isUnread()).toBe(false);
  });

  test('for no device at all does nothing', async () => {
    expect((await many({ sns: [], patch: { n: 1 } })).data).toEqual({ changed: [], failed: [] });
    expect((await many({ filter: { tag: 'nobody' }, patch: { n: 1 } })).data).toEqual({ changed: [], failed: [] });
  });
});

describe('a project’s schema', () => {
  const save = (schema: JsonObject) => call(config.changeSchema, { params: { appKey }, body: { schema } });
  const readSchema = async () => (await call(config.readSchema, { params: { appKey } })).data;

  test('replaces the shipped one, until it goes', async () => {
    const schema: JsonObject = { type: 'object', additionalProperties: false, properties: { door: { enum: ['open', 'closed'] } } };
    expect(await readSchema()).toMatchObject({ custom: false, updatedAt: null });

    expect((await save(schema)).data).toMatchObject({ schema, custom: true, updatedAt: expect.any(String) });
    expect((await read()).schema).toEqual(schema);
    expect((await patch(0, { depth: { fps: 10 } })).failure.details).toEqual([{ path: 'depth', message: '没有这一项配置' }]);
    expect((await patch(0, { door: 'open' })).status).toBe(200);

    expect((await call(config.resetSchema, { params: { appKey } })).data).toMatchObject({ custom: false });
    expect((await patch(1, { depth: { fps: 10 } })).status).toBe(200);
  });

  test('is tried on the configurations there are before it is saved', async () => {
    for (const sn of ['S2', 'S3']) await call(device.create, { params: { appKey }, body: { sn } });
    await patch(0, { depth: { fps: 10 }, ...wifi });
    await patch(0, { telemetry: { intervalS: 30 } }, { sn: 'S2' });
    const schema: JsonObject = { type: 'object', properties: { depth: { properties: { fps: { maximum: 5 } } } } };
    const tried = (wanted: JsonObject) => call(config.checkSchema, { params: { appKey }, body: { schema: wanted } });

    expect((await tried(schema)).data).toEqual({ checked: 2, more: false, unfit: 1, sns: ['S1'] });
    expect((await tried({ type: 'object' })).data).toMatchObject({ unfit: 0, sns: [] });
    expect((await tried({ type: 'nonsense' })).status).toBe(400);
    expect(await readSchema()).toMatchObject({ custom: false });
  });

  test('that is wrong is refused, with the place', async () => {
    const { status, failure } = await save({ properties: { a: { $ref: 'https://example.com/schema' } } });

    expect({ status, details: failure.details }).toEqual({
      status: 400,
      details: [{ path: 'properties/a/$ref', message: '只能引用本文档的 #/$defs/…' }],
    });
  });

  test('that refuses its own defaults is refused', async () => {
    const { status, failure } = await save({ properties: { a: { type: 'integer', default: 'x' } } });

    expect({ status, details: failure.details }).toEqual({ status: 400, details: [{ path: 'properties/a/default', message: '须为整数' }] });
  });

  test('that is too large or too deep is refused', async () => {
    let deep: Json = {};
    for (let n = 0; n < 500; n++) deep = { not: deep };

    expect((await save({ description: 'x'.repeat(65 * 1024) })).status).toBe(413);
    expect((await save(deep as JsonObject)).status).toBe(400);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ['a pattern that takes for ever', { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(60)}!` }],
    [
      'alternatives without number',
      {
        properties: { a: { $ref: '#/$defs/s0' } },
        $defs: Object.fromEntries(
          Array.from({ length: 40 }, (_, n): [string, Json] => [
            `s${n}`,
            n < 39 ? { allOf: [{ $ref: `#/$defs/s${n + 1}` }, { $ref: `#/$defs/s${n + 1}` }] } : { type: 'string' },
          ]),
        ),
      },
      { a: 'x' },
    ],
  ])('with %s keeps nobody waiting', async (_, schema, document) => {
    expect((await save(schema)).status).toBe(200);
    const before = process.cpuUsage();

    const { status, failure } = await patch(0, document);

    expect({ status, code: failure.code }).toEqual({ status: 400, code: ErrorCode.schemaTooSlow });
    // Work, not time: others may have the machine meanwhile.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
    expect((await patch(0, { b: 1 })).status).toBe(200);
  });
});
