import { createConnection } from 'node:net';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { startDevice } from '../../device-kit/device';
import { eventually } from '../support/eventually';
import { connectBytes, publishBytes } from '../support/mqtt-bytes';
import { type Call, startPlatform, type TestPlatform } from '../support/platform';

let stage: TestPlatform;
let call: Call;
let appKey: string;
let projectId: number;
let url: string;
const open = new Set<MqttClient>();

beforeEach(async () => {
  stage = await startPlatform({ mqttPort: 0 });
  ({ call } = await stage.signIn());
  const { data } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } });
  ({ appKey, id: projectId } = data);
  url = `mqtt://127.0.0.1:${(stage.platform.broker as unknown as { port: number }).port}`;
});

afterEach(async () => {
  await Promise.all([...open].map((client) => client.endAsync(true)));
  open.clear();
  await stage.close();
});

async function addDevice(sn = 'S1') {
  const { data } = await call(contract.device.create, { params: { appKey }, body: { sn } });
  return data.secret;
}

async function connect(secret: string, sn = 'S1', options: IClientOptions = {}) {
  const clientId = clientIdOf(appKey, sn);
  const client = await connectAsync(
    url,
    { clientId, username: clientId, password: secret, protocolVersion: 4, reconnectPeriod: 0, ...options },
    false,
  );
  open.add(client);
  return client;
}

/** Waits for the state a device is shown in: what MQTT sets off has no promise to wait for. */
async function shown(state: string, sn = 'S1') {
  const ask = async () => (await call(contract.device.read, { params: { appKey, sn } })).data;
  const data = await eventually(ask, (device) => device.state === state);
  await stage.platform.ingest.settle();
  return data;
}

const enable = (enabled: boolean) => call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled } });

const timeline = async (sn = 'S1') => {
  await stage.platform.ingest.settle();
  const { data } = await call(contract.event.list, { params: { appKey, sn }, query: { limit: 100 } });
  return data.list;
};

const causes = async () => (await call(contract.event.diagnose, { params: { appKey, sn: 'S1' } })).data.causes.map(({ code }) => code);

describe('connecting', () => {
  test('with its secret a device is online, and offline once it has said goodbye', async () => {
    const client = await connect(await addDevice());
    expect(await shown('online')).toMatchObject({ address: '127.0.0.1' });

    await client.endAsync();
    await shown('offline');

    expect((await timeline()).map(({ type, reason }) => [type, reason])).toEqual([
      ['device.offline', 'normal'],
      ['device.online', undefined],
    ]);
  });

  test('a device that breaks off is offline because the connection was closed', async () => {
    const client = await connect(await addDevice());
    await shown('online');

    client.stream.destroy();
    await shown('offline');

    expect((await timeline())[0]).toMatchObject({ type: 'device.offline', reason: 'tcp_closed' });
  });

  test('a silent device is offline after one and a half keepalives', async () => {
    const client = await connect(await addDevice(), 'S1', { keepalive: 1, reschedulePings: false });
    (client as unknown as { keepaliveManager: { destroy(): void } }).keepaliveManager.destroy();
    await shown('online');
    await shown('offline');

    expect((await timeline())[0]).toMatchObject({ type: 'device.offline', reason: 'keepalive_timeout' });
  });

  test('a second connection replaces the first, and the device stays online', async () => {
    const secret = await addDevice();
    const first = await connect(secret);
    await shown('online');
    const gone = new Promise<void>((closed) => first.once('close', () => closed()));

    await connect(secret);
    await gone;
    await stage.platform.ingest.settle();

    expect(await shown('online')).toMatchObject({ state: 'online' });
    const types = (await timeline()).map(({ type }) => type);
    expect(types.filter((type) => type === 'device.offline')).toEqual([]);
  });

  test.each([
    ['a wrong secret', async () => connect('x'.repeat(43))],
    ['an unknown device', async () => connect('x', 'S2')],
    ['a user name that is not the client id', async () => connect('x', 'S1', { username: 'S1' })],
    ['a client id of another form', async () => connect('x', 'S1', { clientId: '$SYS', username: '$SYS' })],
  ])('with %s it is refused, and not told why', async (_, attempt) => {
    await addDevice();

    await expect(attempt()).rejects.toMatchObject({ code: 4 });
  });

  test('a refused secret is told of in the timeline, once for a flood; the next one says how many were left out', async () => {
    await addDevice();
    for (let n = 0; n < 5; n++) await connect('wrong').catch(() => {});
    const refused = { type: 'device.refused', reason: 'wrong_secret', address: '127.0.0.1' };
    expect(await timeline()).toEqual([expect.objectContaining({ ...refused, data: null })]);

    stage.pass(10_000);
    await connect('wrong').catch(() => {});
    stage.pass(10_000);
    await connect('wrong').catch(() => {});
    expect((await timeline()).map(({ data }) => data)).toEqual([null, { more: 4 }, null]);
  });

  test('who tried too often is refused for a while, with the right secret, too: that is told, and how often', async () => {
    const secret = await addDevice();
    for (let n = 0; n < 22; n++) await connect('wrong').catch(() => {});
    await expect(connect(secret)).rejects.toMatchObject({ code: 4 });
    expect((await timeline()).map(({ reason }) => reason)).toEqual(['too_many_tries', 'wrong_secret']);
    expect(await causes()).toEqual(['wrongSecret', 'tooManyTries', 'neverConnected']);
    stage.pass(11_000);
    await connect(secret);
    await shown('online');
    expect((await timeline()).map(({ type, data }) => [type, (data as { more?: number } | null)?.more])).toEqual([
      ['device.online', undefined],
      ['device.refused', 1],
      ['device.refused', 18],
      ['device.refused', undefined],
      ['device.refused', undefined],
    ]);
  });

  test('what was left out of refusals is told before it comes online and speaks, with the time of the last', async () => {
    const secret = await addDevice();
    for (let n = 0; n < 3; n++) {
      await connect('wrong').catch(() => {});
      stage.pass(1000);
    }
    stage.pass(4000);
    const client = await connect(secret);
    // What it says at once comes after, all the same.
    await client.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{"t":21}}', { qos: 1 });
    await shown('online');

    const events = await timeline();
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['device.telemetry', { values: { t: 21 } }],
      ['device.online', null],
      ['device.refused', { more: 1 }],
      ['device.refused', null],
    ]);
    const [, onlineAt = 0, lastAt = 0, firstAt = 0] = events.map(({ ts }) => Date.parse(ts));
    expect(onlineAt - lastAt).toBeGreaterThanOrEqual(5000);
    expect(lastAt - firstAt).toBeGreaterThanOrEqual(2000);
  });

  test.each([
    ['a client id that its library made up', { clientId: 'mqttjs_7' }],
    ['another user name', { username: 'S1' }],
    ['the client id of another project', { clientId: `${'x'.repeat(20)}.S1` }],
  ])('with its secret and %s it is refused, which is told in the timeline with both names', async (_, names) => {
    const secret = await addDevice();
    await expect(connect(secret, 'S1', names)).rejects.toMatchObject({ code: 4 });

    const own = clientIdOf(appKey, 'S1');
    expect(await timeline()).toEqual([
      expect.objectContaining({
        type: 'device.refused',
        reason: 'names_differ',
        address: '127.0.0.1',
        data: { clientId: own, username: own, ...names },
      }),
    ]);
  });

  test.each([
    ['the secret', (secret: string) => secret, '••••••'],
    ['its name and its secret', (secret: string) => `S1:${secret}`, 'S1:••••••'],
    ['a long name that ends in the secret', (secret: string) => `${'x'.repeat(120)}${secret}`, `${'x'.repeat(120)}••••••`],
  ])('with %s as user name it is refused, and the secret is not told', async (_, typed, told) => {
    const secret = await addDevice();
    await expect(connect(secret, 'S1', { username: typed(secret) })).rejects.toMatchObject({ code: 4 });

    expect(await timeline()).toEqual([
      expect.objectContaining({ reason: 'names_differ', data: { clientId: clientIdOf(appKey, 'S1'), username: told } }),
    ]);
  });

  test('a program with its secret and another name does not keep it out', async () => {
    const secret = await addDevice();
    for (let n = 0; n < 20; n++) await connect(secret, 'S1', { clientId: `lib-${n}` }).catch(() => {});
    await connect(secret);
  });

  test('who has not the secret is told of as that, whatever the client id, and is soon refused unasked under any', async () => {
    const secret = await addDevice();
    for (let n = 0; n < 20; n++) await connect('wrong', 'S1', { clientId: `guess-${n}` }).catch(() => {});

    expect(await timeline()).toEqual([expect.objectContaining({ reason: 'wrong_secret', data: null })]);
    await expect(connect(secret)).rejects.toMatchObject({ code: 4 });
    stage.pass(10_000);
    await connect(secret);
  });

  test('a disabled device and a device of a disabled project are refused', async () => {
    const secret = await addDevice();
    await call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled: false } });
    await expect(connect(secret)).rejects.toMatchObject({ code: 4 });

    await call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled: true } });
    await call(contract.application.switch, { params: { id: projectId }, body: { id: projectId, status: 'disabled' } });
    await expect(connect(secret)).rejects.toMatchObject({ code: 4 });
  });
});

describe('a live connection ends at once', () => {
  test.each([
    ['disabling the device', () => enable(false), 'disabled', 'disabled'],
    [
      'disabling a selection',
      () => call(contract.device.disableMany, { params: { appKey }, body: { filter: {} } }),
      'disabled',
      'disabled',
    ],
    ['resetting the secret', () => call(contract.device.resetSecret, { params: { appKey, sn: 'S1' } }), 'offline', 'secret_reset'],
    ['kicking it', () => call(contract.broker.kick, { params: { appKey, sn: 'S1' } }), 'offline', 'kicked'],
    [
      'disabling the project',
      () => call(contract.application.switch, { params: { id: projectId }, body: { id: projectId, status: 'disabled' } }),
      'offline',
      'disabled',
    ],
  ])('by %s', async (_, end, state, reason) => {
    const client = await connect(await addDevice());
    await shown('online');
    const closed = new Promise<void>((done) => client.once('close', () => done()));

    await end();
    await closed;

    await shown(state);
    const [last] = await eventually(timeline, ([newest]) => newest?.type === 'device.offline');
    expect(last).toMatchObject({ reason, address: '127.0.0.1' });
  });

  test.each([
    ['deleting the device', () => call(contract.device.remove, { params: { appKey, sn: 'S1' } })],
    ['deleting a selection', () => call(contract.device.removeMany, { params: { appKey }, body: { sns: ['S1'] } })],
    ['deleting the project', () => call(contract.application.remove, { params: { id: projectId } })],
  ])('by %s', async (_, end) => {
    const client = await connect(await addDevice());
    await shown('online');
    const closed = new Promise<void>((done) => client.once('close', () => done()));

    await end();

    await closed;
  });
});

describe('what a device says', () => {
  test('comes after its coming, however quick it is', async () => {
    const secret = await addDevice();
    const clientId = clientIdOf(appKey, 'S1');
    const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(url).port) });
    // Without waiting for the CONNACK (MQTT 3.1.1, 3.1.4).
    const said = publishBytes({ topic: upTopic(appKey, 'S1', 'event/door'), payload: '{"data":{}}' });
    socket.write(Buffer.concat([connectBytes({ clientId, secret }), said]));
    await shown('online');

    const happened = await eventually(timeline, (list) => list.length === 2);
    expect(happened.map(({ type }) => type)).toEqual(['device.event', 'device.online']);
    socket.destroy();
  });

  test('is stored before it is acknowledged', async () => {
    const client = await connect(await addDevice());

    await client.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{"t":21}}', { qos: 1 });
    const { data } = await call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { type: 'device.telemetry' } });

    expect(data.list).toEqual([expect.objectContaining({ type: 'device.telemetry', data: { values: { t: 21 } } })]);
  });

  test('in its birth message is the version it runs', async () => {
    const client = await connect(await addDevice());

    await client.publishAsync(upTopic(appKey, 'S1', 'status'), JSON.stringify({ packet: { name: 'cam', version: '2.1.0' } }), { qos: 1 });

    const { data } = await call(contract.device.read, { params: { appKey, sn: 'S1' } });
    expect(data).toMatchObject({ packetName: 'cam', packetVersion: '2.1.0' });
  });

  test('is listed newest first, by type, and page by page', async () => {
    const client = await connect(await addDevice());
    for (let n = 0; n < 5; n++) await client.publishAsync(upTopic(appKey, 'S1', 'event/door'), JSON.stringify({ data: { n } }), { qos: 1 });

    const ask = (cursor?: number) =>
      call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { type: 'device.event', limit: 2, ...(cursor && { cursor }) } });
    const pages = [];
    for (let cursor: number | null | undefined; cursor !== null; ) {
      const { data } = await ask(cursor);
      pages.push(data.list.map((event) => (event.data as { data: { n: number } }).data.n));
      cursor = data.nextCursor;
    }

    expect(pages).toEqual([[4, 3], [2, 1], [0]]);
  });

  test('when it cannot be read is told of, and neither lost nor the end of the connection', async () => {
    const client = await connect(await addDevice());

    await client.publishAsync(upTopic(appKey, 'S1', 'telemetry'), 'not json', { qos: 1 });

    expect((await timeline())[0]).toMatchObject({ type: 'device.invalid', name: 'telemetry', data: { problem: 'not-json' } });
    expect(client.connected).toBe(true);
  });

  test('when it cannot be read is told of at once whatever the topic and the problem; of a flood it is said how large it was', async () => {
    const client = await connect(await addDevice());
    const say = (name: Parameters<typeof upTopic>[2], payload: string) =>
      client.publishAsync(upTopic(appKey, 'S1', name), payload, { qos: 1 });
    const told = async () =>
      (await timeline())
        .filter(({ type }) => type === 'device.invalid')
        .map(({ name, data }) => [name, (data as { problem: string }).problem, (data as { more?: number }).more]);

    for (let n = 0; n < 30; n++) await say('telemetry', `not json ${n}`);
    await say('event/door', 'not json');
    await say('telemetry', '{"temperature":21}');
    const first = Array.from({ length: 5 }, () => ['telemetry', 'not-json', undefined]);
    expect(await told()).toEqual([['telemetry', 'wrong-shape', undefined], ['event', 'not-json', undefined], ...first]);

    stage.pass(10_000);
    await say('telemetry', 'still not json');
    await say('telemetry', 'and again');
    expect((await told()).slice(0, 2)).toEqual([
      ['telemetry', 'not-json', undefined],
      ['telemetry', 'not-json', 25],
    ]);
  });

  test('is not heard by a device that asks for topics of others: it is told which one was refused', async () => {
    const secret = await addDevice();
    const client = await connect(secret);
    const ask = (filter: string) => client.subscribeAsync(filter).catch(() => undefined);

    await ask(`v1/${appKey}/S1/down/#`);
    await ask(`v1/${appKey}/S2/down/#`);
    await ask(`v1/${appKey}/S1/donw/${secret}`);

    const allowed = `v1/${appKey}/S1/down/#`;
    const problems = () => call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { problem: 'true' } });
    const { data } = await eventually(problems, ({ data }) => data.list.length === 2);
    expect(data.list.map(({ type, data }) => [type, data])).toEqual([
      ['device.subscription.refused', { topic: `v1/${appKey}/S1/donw/••••••`, allowed }],
      ['device.subscription.refused', { topic: `v1/${appKey}/S2/down/#`, allowed }],
    ]);
  });

  test('is told of more topics of its own than it may listen to', async () => {
    const client = await connect(await addDevice());
    const names = Array.from({ length: 51 }, (_, n) => `${String.fromCharCode(97 + (n % 26))}${'x'.repeat(n)}`);
    await client.subscribeAsync(names.map((name) => `v1/${appKey}/S1/down/${name}`)).catch(() => undefined);

    const problems = () => call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { problem: 'true' } });
    const { data } = await eventually(problems, ({ data }) => data.list.length === 1);
    expect(data.list[0]?.data).toEqual({ topic: `v1/${appKey}/S1/down/${names[50]}`, most: 50 });
  });

  test('to a topic that the protocol does not have is told of, where a broker lets it through', async () => {
    await addDevice();
    const topic = `v1/${appKey}/S1/up/event/温度`;
    await stage.platform.gate.received({ topic, payload: Buffer.from('{}') });
    await stage.platform.gate.received({ topic: topic.replace('S1', 'S2'), payload: Buffer.from('{}') });

    const [told] = await eventually(timeline, ({ length }) => length === 1);
    expect(told).toMatchObject({ type: 'device.invalid', name: 'event/温度', data: { problem: 'wrong-topic', topic } });
  });

  test.each([
    ['somebody else’s topic', () => upTopic(appKey, 'S2', 'telemetry'), '{"values":{}}', 'not_authorized'],
    ['a topic of its own making', () => `v1/${appKey}/S1/up/anything`, '{}', 'not_authorized'],
    ['more than 64 KB', () => upTopic(appKey, 'S1', 'telemetry'), ' '.repeat(65 * 1024), 'bad_payload'],
  ])('to %s ends the connection, and the reason and the topic are kept', async (_, topic, payload, reason) => {
    const client = await connect(await addDevice());
    await shown('online');

    client.publish(topic(), payload, { qos: 1 });
    await shown('offline');

    expect((await timeline())[0]).toMatchObject({ type: 'device.offline', reason, data: { topic: topic() } });
    const { data } = await call(contract.event.diagnose, { params: { appKey, sn: 'S1' } });
    expect(data.causes).toMatchObject([{ topic: topic() }]);
  });

  test.each([
    ['very long', () => `v1/${'x'.repeat(5000)}`, () => `v1/${'x'.repeat(253)}`],
    ['with its secret in it', (secret: string) => `v1/${appKey}/${secret}/up/telemetry`, () => `v1/${appKey}/••••••/up/telemetry`],
    ['with its secret where it is cut off', (secret: string) => `v1/${'x'.repeat(240)}/${secret}`, () => `v1/${'x'.repeat(240)}/••••••`],
  ])('to a topic %s is told with what may be known of it', async (_, topic, told) => {
    const secret = await addDevice();
    const client = await connect(secret);
    await shown('online');

    client.publish(topic(secret), '{}', { qos: 1 });
    await shown('offline');

    expect((await timeline())[0]?.data).toEqual({ topic: told() });
  });

  test('faster than anybody may ends the connection; a burst of a hundred does not', async () => {
    const client = await connect(await addDevice());
    const topic = upTopic(appKey, 'S1', 'telemetry');
    await Promise.all(Array.from({ length: 100 }, () => client.publishAsync(topic, '{"values":{}}', { qos: 1 })));
    expect(client.connected).toBe(true);

    for (let n = 0; n < 600; n++) client.publish(topic, '{"values":{}}');
    await shown('offline');

    expect((await timeline())[0]).toMatchObject({ type: 'device.offline', reason: 'rate_limited' });
  });

  test('listening anywhere but below its own down/ is refused with 128', async () => {
    const client = await connect(await addDevice());

    await expect(client.subscribeAsync('#')).rejects.toThrow();
    expect(await client.subscribeAsync(`v1/${appKey}/S1/down/#`)).toEqual([expect.objectContaining({ qos: 0 })]);
  });
});

test('the broker tells of a connection in EMQX’s words, to its owner only', async () => {
  const client = await connect(await addDevice());
  await shown('online');
  await client.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{}}', { qos: 1 });
  const id = clientIdOf(appKey, 'S1');

  const { data } = await call(contract.broker.client, { params: { id } });
  expect(data).toMatchObject({
    clientid: id,
    connected: true,
    ip_address: '127.0.0.1',
    proto_name: 'MQTT',
    proto_ver: 4,
    keepalive: 60,
    recv_msg: 1,
  });

  const stranger = await stage.signIn();
  expect(await stranger.call(contract.broker.client, { params: { id } })).toMatchObject({ status: 404 });
});

test('after a restart devices that did not come back are shown offline', async () => {
  const secret = await addDevice();
  await stage.platform.gate.connected({ clientId: clientIdOf(appKey, 'S1'), connectedAt: Date.now() - 5000, address: '10.0.0.1' });
  await shown('online');

  await stage.platform.sweep();

  expect(await shown('offline')).toBeTruthy();
  expect((await timeline())[0]).toMatchObject({ reason: 'platform_restarted' });
  await connect(secret);
  await shown('online');
});

describe('why is it offline', () => {
  test('it never connected', async () => {
    await addDevice();
    expect(await causes()).toEqual(['neverConnected']);
  });

  test('a wrong secret was tried', async () => {
    await addDevice();
    await connect('wrong').catch(() => {});
    await stage.platform.ingest.settle();
    expect(await causes()).toEqual(['wrongSecret', 'neverConnected']);
  });

  test('its secret came with another client id', async () => {
    await connect(await addDevice(), 'S1', { clientId: 'mqttjs_7' }).catch(() => {});
    await stage.platform.ingest.settle();
    expect(await causes()).toEqual(['namesDiffer', 'neverConnected']);
  });

  test('it was closed, disabled, or its project was', async () => {
    const client = await connect(await addDevice());
    await shown('online');
    await client.endAsync();
    await shown('offline');
    expect(await causes()).toEqual(['closedByDevice']);

    await call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled: false } });
    await call(contract.application.switch, { params: { id: projectId }, body: { id: projectId, status: 'disabled' } });
    expect((await causes()).slice(0, 2)).toEqual(['projectDisabled', 'deviceDisabled']);
  });

  test('it was disabled while it was online; enabled again, it is offline since then', async () => {
    await connect(await addDevice());
    await shown('online');
    await enable(false);
    await eventually(timeline, ([newest]) => newest?.type === 'device.offline');
    expect(await causes()).toEqual(['deviceDisabled']);

    stage.pass(60_000);
    await enable(true);
    const [ended] = await timeline();
    expect((await shown('offline')).stateSince).toBe(ended?.ts);
    expect(await causes()).toEqual(['wasDisabled']);
  });
});

test('the device kit goes on trying while it is refused, and is back by itself once it may be', async () => {
  const secret = await addDevice();
  const heard: (number | undefined)[] = [];
  const kit = startDevice({
    url,
    appKey,
    sn: 'S1',
    secret,
    telemetryEveryMs: 0,
    onSaid: ({ kind, returnCode }) => kind === 'refused' && heard.push(returnCode),
  });
  await shown('online');
  await enable(false);
  await eventually(() => heard.length > 0);
  await enable(true);

  await shown('online');
  expect(new Set(heard)).toEqual(new Set([4]));
  await kit.stop();
});

test('it is known whether a connected device listens where it is sent its configuration and told of upgrades', async () => {
  const params = { appKey, sn: 'S1' };
  const twin = async () => (await call(contract.config.read, { params })).data;
  const client = await connect(await addDevice());
  await shown('online');
  await call(contract.config.change, { params, headers: { 'if-match': '"0"' }, query: {}, body: { log: { level: 'info' } } });
  const { data: packet } = await call(contract.packet.upload, {
    body: { name: 'camera', version: '2.0.0' },
    file: new File(['content'], 'camera.bin'),
  });
  const { data: upgrade } = await call(contract.upgrade.create, { params, body: { packetId: packet.id, target: { sns: ['S1'] } } });
  const listed = async () =>
    (await call(contract.upgrade.devices, { params: { appKey, id: upgrade.id }, query: {} })).data.list[0]?.listens;
  // It may still be about to subscribe.
  expect([(await twin()).listens, await listed()]).toEqual([undefined, undefined]);

  stage.pass(3000);
  expect([(await twin()).listens, await listed()]).toEqual([false, false]);
  const { data: sync } = await call(contract.config.readSync, { params, body: { sns: ['S1'] } });
  expect(sync.list).toMatchObject([{ sn: 'S1', sync: 'waiting', listens: false }]);

  await client.subscribeAsync(`v1/${appKey}/S1/down/config/desired`, { qos: 1 });
  expect([(await twin()).listens, await listed()]).toEqual([true, false]);
  await client.subscribeAsync(`v1/${appKey}/S1/down/#`, { qos: 1 });
  expect(await listed()).toBe(true);

  await client.endAsync();
  await shown('offline');
  expect([(await twin()).listens, await listed()]).toEqual([undefined, undefined]);
});
