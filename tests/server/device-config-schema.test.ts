import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import type { Json, JsonObject } from '../../contract/merge-patch';
import {
  appKey,
  call,
  patch,
  read,
  reports,
  revisions,
  rollback,
  SECRET,
  sent,
  setConfigStage,
  stage,
  story,
  wifi,
} from '../support/config-stage';

const { config, device } = contract;

setConfigStage();

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
    // CPU time, because other processes may delay this one.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
    expect((await patch(0, { b: 1 })).status).toBe(200);
  });
});
