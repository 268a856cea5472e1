import { ExplainNode, type RootOperationNode, sql } from 'kysely';
import { contract } from '../../contract';
import { type Diagnosis, isProblem, type Reason } from '../../contract/event';
import { clientIdOf, upTopic } from '../../contract/topics';
import { openDatabase } from '../../server/db/database';
import { eventsOfDevice, lastInvalid, MEANT } from '../../server/event/queries';
import { metricOf } from '../support/metrics';
import { type Call, startPlatform, type TestPlatform } from '../support/platform';

const DAY_MS = 86_400_000;
let stage: TestPlatform;
let call: Call;
let appKey: string;
let clientId: string;

beforeEach(async () => {
  stage = await startPlatform();
  ({ call } = await stage.signIn());
  ({
    data: { appKey },
  } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }));
  await call(contract.device.create, { params: { appKey }, body: { sn: 'S1' } });
  clientId = clientIdOf(appKey, 'S1');
});
afterEach(() => stage.close());

const now = () => stage.platform.now();
const connected = (connectedAt = now()) => stage.platform.gate.connected({ clientId, connectedAt, address: '10.0.0.7' });
const disconnected = (reason: Reason, connectedAt?: number) =>
  stage.platform.gate.disconnected({ clientId, connectedAt, at: now(), reason });
const says = (name: Parameters<typeof upTopic>[2], payload: object) =>
  stage.platform.gate.received({ topic: upTopic(appKey, 'S1', name), payload: Buffer.from(JSON.stringify(payload)) });
const story = async (query: { type?: string; name?: string; problem?: string; from?: string; to?: string } = {}) =>
  (await call(contract.event.list, { params: { appKey, sn: 'S1' }, query })).data.list;
const causes = async () => (await call(contract.event.diagnose, { params: { appKey, sn: 'S1' } })).data.causes;

describe('the events of a device', () => {
  test('are kept for the configured time', async () => {
    await says('event/first', { data: 1 });
    stage.pass(4 * DAY_MS);
    await says('event/second', { data: 2 });
    stage.pass(4 * DAY_MS);

    await stage.platform.settle();

    expect((await story()).map(({ name }) => name)).toEqual(['second']);
  });

  test('are all removed when they expire, even if it takes several batches', async () => {
    await Promise.all(Array.from({ length: 4500 }, (_, t) => says('telemetry', { values: { t } })));
    stage.pass(8 * DAY_MS);
    await says('event/young', { data: 1 });

    await stage.platform.settle();

    expect((await story()).map(({ type }) => type)).toEqual(['device.event']);
  });

  test('are filtered by type, name and time', async () => {
    await says('telemetry', { values: {} });
    await says('event/door', { data: 1 });
    const between = new Date(now() + 1).toISOString();
    stage.pass(60_000);
    await says('config/reported', { version: 1, state: {}, result: 'ok', errors: [] });
    await says('config/reported', { version: 2, state: {}, result: 'rejected', errors: [] });
    await says('upgrade/progress', { packetId: 1, stage: 'downloading', percent: 10 });
    await says('upgrade/progress', { packetId: 1, stage: 'succeeded' });

    const types = async (query: Parameters<typeof story>[0]) => (await story(query)).map(({ type }) => type);
    expect(await types({ type: 'device.event,device.telemetry' })).toEqual(['device.event', 'device.telemetry']);
    expect(await types({ to: between })).toEqual(['device.event', 'device.telemetry']);
    expect(await types({ from: between })).toEqual(['device.upgrade.succeeded', 'device.config.rejected', 'device.config.applied']);
    await says('event/window', { data: 2 });
    expect(await types({ name: 'door' })).toEqual(['device.event']);
    expect((await call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { type: 'nothing' } })).status).toBe(400);
  });

  test('are filtered by problems, which include connections that ended because of what the device sent, and what was applied in part', async () => {
    await says('telemetry', {});
    await says('telemetry', { values: {} });
    for (const reason of ['normal', 'not_authorized', 'keepalive_timeout', 'rate_limited', 'bad_payload'] as const) {
      const at = now();
      await connected(at);
      await disconnected(reason, at);
      stage.pass(1000);
    }
    for (const result of ['partial', 'ok']) await says('config/reported', { version: 0, state: { result: 'partial' }, result });

    const problems = await story({ problem: 'true' });
    expect(problems.map(({ type, reason }) => reason ?? type)).toEqual([
      'device.config.applied',
      'bad_payload',
      'rate_limited',
      'not_authorized',
      'device.invalid',
    ]);
    expect(problems.every(isProblem)).toBe(true);
    expect((await story()).filter(isProblem)).toEqual(problems);
  });

  test.each([
    ['{"temperature":21}', '缺少 values', 'values is missing'],
    ['{"values":null}', 'values：须为对象', 'values: This has to be an object'],
    ['{"values":[],"ts":"now"}', 'ts：格式不正确；values：须为对象', 'ts: This has the wrong form; values: This has to be an object'],
    ['21', '内容：须为对象', 'payload: This has to be an object'],
    ['', '内容为空，应为 JSON', 'the payload is empty; it has to be JSON'],
    [
      '{"values":{"t":1}\n',
      '不是有效的 JSON：内容不完整，在第 1 行第 17 个字符之后就结束了',
      'not valid JSON: it ends too early, after line 1, column 17',
    ],
    [
      '{"values":\n  {"t":NaN}}',
      '不是有效的 JSON：第 2 行第 8 个字符“N”不应出现在这里',
      'not valid JSON: unexpected “N” at line 2, column 8',
    ],
    [
      '\ufeff{"values":{}}',
      '不是有效的 JSON：第 1 行第 1 个字符“U+FEFF”不应出现在这里',
      'not valid JSON: unexpected “U+FEFF” at line 1, column 1',
    ],
  ])('give in both languages the reason why %j could not be read', async (payload, zh, en) => {
    await stage.platform.gate.received({ topic: upTopic(appKey, 'S1', 'telemetry'), payload: Buffer.from(payload) });
    await stage.platform.ingest.settle();

    expect((await story())[0]?.data).toMatchObject({ message: en, messages: { 'zh-CN': zh, 'en-US': en } });
  });

  test('of a deleted device are not shown for a new one with the same serial number', async () => {
    await says('event/door', { data: 1 });
    await call(contract.device.remove, { params: { appKey, sn: 'S1' } });
    await call(contract.device.create, { params: { appKey }, body: { sn: 'S1' } });
    await says('event/window', { data: 1 });

    expect((await story()).map(({ name }) => name)).toEqual(['window']);
  });

  test('include each short connection once, in the right order', async () => {
    const at = now();
    await Promise.all([
      connected(at),
      disconnected('tcp_closed', at),
      connected(at + 1),
      disconnected('normal', at + 1),
      connected(at + 2),
    ]);

    const { data } = await call(contract.device.read, { params: { appKey, sn: 'S1' } });
    expect(data.state).toBe('online');
    expect((await call(contract.device.list, { params: { appKey }, query: {} })).data.counts).toMatchObject({
      all: 1,
      online: 1,
      offline: 0,
    });
    expect((await story()).map(({ type }) => type)).toEqual([
      'device.online',
      'device.offline',
      'device.online',
      'device.offline',
      'device.online',
    ]);
  });

  test('give time and reason of the end of a very short connection', async () => {
    await disconnected('normal', now());
    stage.pass(60_000);
    const at = now();
    await Promise.all([connected(at), disconnected('not_authorized', at)]);

    const { data } = await call(contract.device.read, { params: { appKey, sn: 'S1' } });
    expect(data.state).toBe('offline');
    expect(Date.parse(data.stateSince)).toBeGreaterThanOrEqual(at);
    expect(await causes()).toMatchObject([{ at: data.stateSince }]);
    expect((await call(contract.device.list, { params: { appKey }, query: {} })).data.counts).toMatchObject({ all: 1, offline: 1 });
  });
});

describe('why is it offline', () => {
  const codes: [Reason, Diagnosis['causes'][number]['code']][] = [
    ['keepalive_timeout', 'keepaliveTimeout'],
    ['kicked', 'kicked'],
    ['disabled', 'wasDisabled'],
    ['secret_reset', 'secretReset'],
    ['rate_limited', 'rateLimited'],
    ['bad_payload', 'badPayload'],
    ['not_authorized', 'wrongTopic'],
    ['platform_restarted', 'platformRestarted'],
    ['normal', 'closedByDevice'],
    ['tcp_closed', 'connectionLost'],
    ['internal_error', 'connectionLost'],
  ];
  test.each(codes)('its connection ended with %s: %s', async (reason, code) => {
    const at = now();
    await connected(at);
    await disconnected(reason, at);

    expect(await causes()).toEqual([{ code, at: expect.any(String), address: '10.0.0.7' }]);
  });

  test('a device that reconnects often is reported as flapping, until it is stable', async () => {
    for (let n = 0; n < 6; n++) {
      const at = now();
      await connected(at);
      stage.pass(10_000);
      await disconnected('tcp_closed', at);
      stage.pass(10_000);
    }
    expect(await causes()).toEqual([{ code: 'flapping', count: 6 }, expect.objectContaining({ code: 'connectionLost' })]);

    stage.pass(10 * 60_000);
    expect(await causes()).toEqual([expect.objectContaining({ code: 'connectionLost' })]);
  });

  test('of a device whose connections end for one reason again and again, that one comes first, once', async () => {
    for (let n = 0; n < 6; n++) {
      const at = now();
      await connected(at);
      await disconnected(n === 0 ? 'tcp_closed' : 'rate_limited', at);
      stage.pass(10_000);
    }
    expect(await causes()).toEqual([{ code: 'rateLimited', count: 5, at: expect.any(String), address: '10.0.0.7' }]);

    // Also while it is online, and after it said goodbye; with the time of its own last end.
    const [{ at: lastAt } = {}] = await causes();
    const at = now();
    await connected(at);
    expect(await causes()).toMatchObject([{ code: 'rateLimited', count: 5, at: lastAt }]);
    await disconnected('normal', at);
    expect(await causes()).toMatchObject([{ code: 'rateLimited', count: 5, at: lastAt }, { code: 'closedByDevice' }]);
  });

  test('two clients that replace each other are reported, also while one of them is online', async () => {
    for (let n = 0; n < 6; n++) {
      await connected(now());
      stage.pass(10_000);
    }
    expect(await causes()).toEqual([{ code: 'replaced', count: 5 }]);
    await disconnected('tcp_closed');
    expect(await causes()).toMatchObject([{ code: 'replaced', count: 5 }, { code: 'connectionLost' }]);
  });

  test('after a reset of the secret, earlier replacements are not reported', async () => {
    for (let n = 0; n < 6; n++) {
      await connected(now());
      stage.pass(10_000);
    }
    await disconnected('secret_reset');
    expect(await causes()).toEqual([{ code: 'secretReset', at: expect.any(String), address: '10.0.0.7' }]);
  });

  test.each(MEANT)('connections that end with %s do not count as flapping', async (reason) => {
    for (let n = 0; n < 6; n++) {
      const at = now();
      await connected(at);
      stage.pass(10_000);
      await disconnected(reason, at);
      stage.pass(10_000);
    }
    expect((await causes()).map(({ code }) => code)).not.toContain('flapping');
  });
});

test('the last unreadable message of a topic is found by an index, because there may be millions of later events', async () => {
  const db = await openDatabase(':memory:');
  const plans: unknown[] = [];
  const explain = ExplainNode.create(undefined, sql`query plan`.toOperationNode());
  const explained = db.withPlugin({
    transformQuery: ({ node }) => ({ ...node, explain }) as RootOperationNode,
    transformResult: async ({ result }) => {
      plans.push(result.rows.at(-1)?.detail);
      return { ...result, rows: [] };
    },
  });

  await eventsOfDevice(explained, 1, { type: ['device.invalid'], name: 'config/reported', from: new Date(0).toISOString(), limit: 1 });
  await lastInvalid(explained, [1, 2], 'config/reported');
  await db.destroy();

  expect(plans).toEqual(Array(2).fill('SEARCH deviceEvent USING INDEX deviceEventInvalid (deviceId=? AND name=?)'));
});

test('a clock that was set back does not keep a device from connecting', async () => {
  await connected();
  const before = now();
  await disconnected('normal', before);
  stage.pass(-3600_000);

  const { data: device } = await call(contract.device.resetSecret, { params: { appKey, sn: 'S1' } });
  const admission = await stage.platform.gate.admit({ clientId, username: clientId, password: device.secret, address: '10.0.0.7' });

  expect(admission?.lastConnectedAt).toBeGreaterThanOrEqual(before - 1);
});

test('metrics count stored events and their batches', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, t) => says('telemetry', { values: { t } })));
  await says('telemetry', { values: 7 });
  await stage.platform.ingest.settle();
  const base = { url: await stage.app.listen({ host: '127.0.0.1', port: 0 }) };

  expect(await metricOf(base, 'device_events_stored_total', 'device.telemetry')).toBe(30);
  expect(await metricOf(base, 'mqtt_received_total', 'telemetry')).toBe(31);
  expect(await metricOf(base, 'mqtt_unreadable_total', 'wrong-shape')).toBe(1);
  expect(await metricOf(base, 'device_event_batch_size_sum')).toBe(31);
  expect(await metricOf(base, 'device_event_batch_size_count')).toBeLessThan(10);
  expect(await metricOf(base, 'mqtt_connections')).toBe(0);
});
