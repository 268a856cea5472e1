import { once } from 'node:events';
import { connect as openSocket, type Socket } from 'node:net';
import fc from 'fast-check';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { contract } from '../../contract';
import { clientIdOf, downTopic, upTopic } from '../../contract/topics';
import { eventually } from '../support/eventually';
import { metricOf } from '../support/metrics';
import { connectBytes, headerBytes, publishBytes, subscribeBytes } from '../support/mqtt-bytes';
import { type Call, startPlatform, type TestPlatform } from '../support/platform';

const MB = 1024 * 1024;
let stage: TestPlatform;
let call: Call;
let appKey: string;
let port: number;
/** A well-behaved device, which must be served in every test. */
let good: MqttClient;
const secrets: Record<string, string> = {};
const lines: MqttClient[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  stage = await startPlatform({ mqttPort: 0 });
  ({ call } = await stage.signIn());
  ({
    data: { appKey },
  } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }));
  for (const sn of ['GOOD', 'S1', 'S2']) {
    secrets[sn] = (await call(contract.device.create, { params: { appKey }, body: { sn } })).data.secret;
  }
  port = stage.platform.config.mqttPort as number;
  good = await connect('GOOD');
});
afterEach(async () => {
  await good.publishAsync(upTopic(appKey, 'GOOD', 'telemetry'), '{"values":{"still":1}}', { qos: 1 });
  for (const line of lines.splice(0)) await line.endAsync(true);
  for (const socket of sockets.splice(0)) socket.destroy();
  await stage.close();
});

async function connect(sn: string, options: IClientOptions = {}, url = `mqtt://127.0.0.1:${port}`) {
  const clientId = clientIdOf(appKey, sn);
  const credentials = { clientId, username: clientId, password: secrets[sn] };
  const line = await connectAsync(url, { ...credentials, protocolVersion: 4, reconnectPeriod: 0, ...options }, false);
  lines.push(line);
  return line;
}

const named = (sn: string) => ({ clientId: clientIdOf(appKey, sn), secret: secrets[sn] ?? '' });

/** Opens a TCP connection and sends bytes. `heard` returns the received bytes. */
async function open(...bytes: Buffer[]) {
  const socket = openSocket(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  const heard: Buffer[] = [];
  socket.on('data', (data) => heard.push(data));
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  await once(socket, 'connect');
  for (const some of bytes) socket.write(some);
  return { socket, heard: () => Buffer.concat(heard), closed };
}

const shown = (state: string, sn = 'S1') =>
  eventually(
    async () => (await call(contract.device.read, { params: { appKey, sn } })).data,
    (device) => device.state === state,
  );

async function story(sn = 'S1') {
  await stage.platform.ingest.settle();
  return (await call(contract.event.list, { params: { appKey, sn }, query: { limit: 100 } })).data.list;
}

describe('bytes', () => {
  test('a packet that announces 200 MB ends the connection before it is read', async () => {
    const { socket, closed } = await open(connectBytes(named('S1')));
    await shown('online');

    socket.write(headerBytes(0x32, 200 * MB));
    for (let sent = 0; sent < 50 && socket.writable; sent++) {
      socket.write(Buffer.alloc(MB));
      await new Promise((next) => setImmediate(next));
    }
    await closed;

    await shown('offline');
    expect((await story())[0]).toMatchObject({ type: 'device.offline', reason: 'bad_payload' });
  });

  test.each([
    ['a CONNECT', 0x10],
    ['a PUBLISH', 0x32],
  ])('before it is known who connects, %s of 1 MB is too large', async (_, head) => {
    const { socket, closed, heard } = await open(headerBytes(head, MB));
    socket.write(Buffer.alloc(200_000));

    await closed;
    expect(heard()).toHaveLength(0);
  });

  test('whatever bytes they are, before and after CONNECT, they are nobody else’s trouble', async () => {
    const valid = fc.constantFrom(
      connectBytes(named('S1')),
      publishBytes({ topic: upTopic(appKey, 'S1', 'telemetry'), payload: '{"values":{}}' }),
      publishBytes({ topic: '', payload: '' }),
      subscribeBytes(['#', '$SYS/#', `v1/${appKey}/S1/down/#`]),
      Buffer.from([0x62, 2, 0, 1]),
      Buffer.from([0xc0, 0]),
      Buffer.from([0xe0, 0]),
    );
    const mutated = fc.tuple(valid, fc.nat(), fc.integer({ min: 0, max: 255 })).map(([bytes, at, value]) => {
      const copy = Buffer.from(bytes);
      copy[at % copy.length] = value;
      return copy;
    });
    const garbage = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(valid, mutated, garbage), { maxLength: 6 }), fc.boolean(), async (packets, introduced) => {
        const { socket } = await open(...(introduced ? [connectBytes(named('S1'))] : []), ...packets);
        socket.end();
        expect(good.connected).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('floods', () => {
  test('of three thousand wrong secrets are counted and refused, and a good device is served meanwhile', async () => {
    const base = await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const wrong = connectBytes({ clientId: clientIdOf(appKey, 'S1'), secret: 'wrong' });
    const refusals: Buffer[] = [];
    for (let wave = 0; wave < 30; wave++) {
      const opening = Promise.all(Array.from({ length: 100 }, () => open(wrong)));
      const serving = good.publishAsync(upTopic(appKey, 'GOOD', 'event/step'), '{"data":1}', { qos: 1 });
      const attempts = await opening;
      await Promise.all([serving, ...attempts.map(({ closed }) => closed)]);
      refusals.push(...attempts.map(({ heard }) => heard()));
      stage.pass(1000);
    }

    expect(new Set(refusals.map((bytes) => bytes.toString('hex')))).toEqual(new Set(['20020004']));
    expect(await metricOf({ url: base }, 'mqtt_refused_total')).toBe(3000);
    expect((await story('GOOD')).filter(({ name }) => name === 'step')).toHaveLength(30);
    expect(good.connected).toBe(true);
    expect((await story()).every(({ type }) => type === 'device.refused')).toBe(true);
    expect((await story()).length).toBeLessThan(10);
    // The real device can connect as soon as the flood is over.
    stage.pass(10_000);
    await connect('S1');
  });

  test('of connections that say nothing keep nobody out', async () => {
    await Promise.all(Array.from({ length: 500 }, () => open()));

    await connect('S1');
    await shown('online');
  });

  test('of one device’s connections end with one of them, shown as it is', async () => {
    await Promise.all(Array.from({ length: 60 }, () => connect('S1').catch(() => undefined)));
    await eventually(() => lines.filter((line) => line !== good && line.connected).length <= 1);
    await stage.platform.ingest.settle();

    const alive = lines.find((line) => line !== good && line.connected);
    await shown(alive ? 'online' : 'offline');
    await alive?.publishAsync(upTopic(appKey, 'S1', 'event/last'), '{"data":1}', { qos: 1 });
    if (alive) expect((await story()).find(({ name }) => name === 'last')).toBeDefined();
    await alive?.endAsync();

    await shown('offline');
  });
});

describe('messages', () => {
  test.each([
    ['deeper than anybody reads', Buffer.from(`{"values":${'['.repeat(30_000)}${']'.repeat(30_000)}}`), 'too-deep'],
    ['that are not UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]), 'not-utf8'],
    ['of nothing', Buffer.alloc(0), 'not-json'],
    ['with a zero byte', Buffer.from('{"values":{"a":"\0"}}'), 'not-json'],
    ['whose keys are traps', Buffer.from('{"__proto__":{"values":{}},"constructor":1}'), 'wrong-shape'],
  ])('%s are told of, and nothing else happens', async (_, payload, problem) => {
    const line = await connect('S1');
    await line.publishAsync(upTopic(appKey, 'S1', 'telemetry'), payload, { qos: 1 });

    expect((await story())[0]).toMatchObject({ type: 'device.invalid', data: { problem } });
    expect(line.connected).toBe(true);
  });

  test('keep what PostgreSQL and JSON make trouble with', async () => {
    const line = await connect('S1');
    const data = { text: '\u0000 \ud800 \u2028 🐟', '__proto__ ': 1, big: 1e300 };
    await line.publishAsync(upTopic(appKey, 'S1', 'event/odd'), JSON.stringify({ data }), { qos: 1 });

    expect((await story())[0]).toMatchObject({ type: 'device.event', data: { data } });
  });

  test.each([
    ['a wildcard', () => `v1/${appKey}/+/up/telemetry`],
    ['$SYS', () => '$SYS/broker/clients'],
    ['another project', () => upTopic('x'.repeat(20), 'S1', 'telemetry')],
    ['its own down/', () => downTopic(appKey, 'S1', 'config/desired')],
    ['a topic of 5,000 levels', () => '/'.repeat(5000)],
    ['a topic with a zero byte', () => `v1/${appKey}/S1/up/event/\0`],
  ])('to %s end the connection and reach nobody', async (_, topic) => {
    const heard: string[] = [];
    good.on('message', (name) => heard.push(name));
    await good.subscribeAsync(`v1/${appKey}/GOOD/down/#`);
    const { closed } = await open(connectBytes(named('S1')), publishBytes({ topic: topic(), payload: '{}' }));

    await closed;

    await shown('offline');
    expect(heard).toEqual([]);
  });

  test('that are to be retained are kept in the story only', async () => {
    const line = await connect('S1');
    await line.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{}}', { qos: 1, retain: true });
    await line.endAsync();

    const heard: string[] = [];
    const again = await connect('S1');
    again.on('message', (topic) => heard.push(topic));
    await again.subscribeAsync(`v1/${appKey}/S1/down/#`);
    await again.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{}}', { qos: 1 });
    expect(heard).toEqual([]);
  });

  test('at QoS 2 are stored once, however often they are sent', async () => {
    const topic = upTopic(appKey, 'S1', 'event/once');
    const message = { topic, payload: '{"data":1}', qos: 2, id: 7 } as const;
    const { socket, heard } = await open(connectBytes(named('S1')), publishBytes(message));
    const received = (times: number) => eventually(() => heard().length === 4 + 4 * times);
    await received(1);
    socket.write(publishBytes({ ...message, dup: true }));
    await received(2);
    socket.write(Buffer.from([0x62, 2, 0, 7]));
    await received(3);

    expect(heard().subarray(4).toString('hex')).toBe('50020007500200077002' + '0007');
    expect((await story()).filter(({ name }) => name === 'once')).toHaveLength(1);
  });

  test('a depth frame may have 2 MB, and not much more', async () => {
    const line = await connect('S1');
    const topic = upTopic(appKey, 'S1', 'depth/frame');
    await line.publishAsync(topic, Buffer.alloc(2 * MB), { qos: 1 });
    expect(line.connected).toBe(true);

    const gone = new Promise<void>((done) => line.once('close', () => done()));
    line.on('error', () => {});
    line.publish(topic, Buffer.alloc(2 * MB + 4096));
    await gone;
  });
});

describe('wills', () => {
  test.each([
    ['another device', () => downTopic(appKey, 'GOOD', 'config/desired')],
    ['another device’s story', () => upTopic(appKey, 'GOOD', 'event/forged')],
    ['no topic at all', () => '#'],
  ])('to %s are forgotten', async (_, topic) => {
    const heard: string[] = [];
    good.on('message', (name) => heard.push(name));
    await good.subscribeAsync(`v1/${appKey}/GOOD/down/#`, { qos: 1 });
    const { socket } = await open(connectBytes({ ...named('S1'), will: { topic: topic(), payload: '{"data":1}' } }));
    await shown('online');

    socket.destroy();
    await shown('offline');

    expect((await story())[0]).toMatchObject({ type: 'device.offline', reason: 'tcp_closed' });
    expect(heard).toEqual([]);
    expect((await story('GOOD')).filter(({ type }) => type === 'device.event')).toEqual([]);
  });

  test('to a topic of its own are part of the story', async () => {
    const will = { topic: upTopic(appKey, 'S1', 'event/lost'), payload: '{"data":{"battery":2}}' };
    const { socket } = await open(connectBytes({ ...named('S1'), will }));
    await shown('online');

    socket.destroy();
    await shown('offline');

    expect(await story()).toContainEqual(expect.objectContaining({ type: 'device.event', name: 'lost', data: { data: { battery: 2 } } }));
  });
});

describe('listening', () => {
  test('with a session to be kept brings nothing that was said to others', async () => {
    const spying = { ...named('S1'), cleanSession: false };
    const first = await open(connectBytes(spying), subscribeBytes([`v1/${appKey}/S1/down/#`, '#', '+/+/+/down/#']));
    await eventually(() => first.heard().length >= 4 + 7);
    expect(first.heard().subarray(4).toString('hex')).toBe('90050001018080');
    first.socket.destroy();
    await shown('offline');

    await stage.platform.broker.publish(downTopic(appKey, 'GOOD', 'config/desired'), { version: 1, state: { wifi: 'secret' } });
    await stage.platform.broker.publish(downTopic(appKey, 'S1', 'config/desired'), { version: 1, state: {} });
    const again = await open(connectBytes(spying));
    await shown('online');
    await again.socket.write(Buffer.from([0xc0, 0]));
    await eventually(() => again.heard().length >= 6);

    expect(again.heard().toString('hex')).toBe('20020000d000');
  });

  test('to thousands of things is refused', async () => {
    const filters = Array.from(
      { length: 200 },
      (_, n) => `v1/${appKey}/S1/down/${'abcdefghij'[n % 10]}${'klmnopqrstuvwxyzabcd'[Math.floor(n / 10)]}`,
    );
    const { heard } = await open(connectBytes(named('S1')), subscribeBytes(filters));

    await eventually(() => heard().length >= 4 + 2 + 2 + 200);
    expect([...heard().subarray(-200)].filter((code) => code === 128)).toHaveLength(150);
  });
});

describe('over WebSocket', () => {
  test('a device connects from any page: its secret is what counts', async () => {
    const base = await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `${base.replace('http', 'ws')}/mqtt`;

    const line = await connect('S1', { wsOptions: { origin: 'https://elsewhere.example' } }, url);

    expect(await shown('online')).toMatchObject({ address: '127.0.0.1' });
    await line.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{}}', { qos: 1 });
    const { data } = await call(contract.broker.client, { params: { id: clientIdOf(appKey, 'S1') } });
    expect(data).toMatchObject({ proto_name: 'MQTT over WebSocket', recv_msg: 1 });
    await expect(connect('S2', { password: 'wrong' }, url)).rejects.toMatchObject({ code: 4 });
  });

  test('an upgrade to anything else is 404, and one that breaks off hurts nobody', async () => {
    await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const { port: http } = stage.app.server.address() as { port: number };
    for (const path of ['/mqtt', '/elsewhere']) {
      const socket = openSocket(http, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toContain(path === '/mqtt' ? '101 Switching' : '404 Not Found');
      socket.resetAndDestroy();
    }

    expect((await stage.app.inject('/healthz')).statusCode).toBe(200);
  });
});
