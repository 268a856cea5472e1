import { contract } from '../../contract';
import type { Reason } from '../../contract/event';
import { clientIdOf } from '../../contract/topics';
import { startEmqx } from '../support/emqx';
import { eventually } from '../support/eventually';
import { type Mosquitto, startMosquitto } from '../support/mosquitto';
import { type Call, startPlatform, type TestPlatform } from '../support/platform';

const KEY = 'a-key-that-emqx-knows';
let broker: Mosquitto;
let emqx: Awaited<ReturnType<typeof startEmqx>>;
let stage: TestPlatform;
let call: Call;
let projectId: number;
let appKey: string;
let clientId: string;
let secret: string;

// EMQX is replaced: its MQTT side by Mosquitto, its REST API by a fake server.
beforeAll(async () => {
  broker = await startMosquitto();
});
afterAll(() => broker.stop());
beforeEach(() => open('text'));
afterEach(async () => {
  jest.useRealTimers();
  await stage.close();
  await emqx.close();
});

async function open(times: 'text' | 'number') {
  emqx = await startEmqx(times);
  stage = await startPlatform({ mqttUrl: broker.url, emqxApi: emqx.api, emqxSharedKey: KEY });
  ({ call } = await stage.signIn());
  const { data: project } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } });
  ({ id: projectId, appKey } = project);
  const { data: device } = await call(contract.device.create, { params: { appKey }, body: { sn: 'S1' } });
  ({ secret } = device);
  clientId = clientIdOf(appKey, 'S1');
}

const post = (path: string, payload: object | string, key = KEY) =>
  stage.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: payload as object,
  });
const shown = async () => (await call(contract.device.read, { params: { appKey, sn: 'S1' } })).data;
const story = async () => {
  await stage.platform.ingest.settle();
  const { data } = await call(contract.event.list, { params: { appKey, sn: 'S1' }, query: {} });
  return data.list.map(({ type, reason }) => (reason ? `${type} ${reason}` : type)).reverse();
};

describe('EMQX asks whether a device may connect', () => {
  const attempt = (changes: object = {}) =>
    post('/emqx/auth', { clientid: clientId, username: clientId, password: secret, peerhost: '10.0.0.7', ...changes });

  test('with its secret it may, to the topics of the protocol that are its own', async () => {
    const reply = await attempt();

    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('application/json');
    expect(reply.json()).toEqual({
      result: 'allow',
      is_superuser: false,
      client_attrs: { appKey, sn: 'S1' },
      acl: [
        ...['status', 'telemetry', 'config/get', 'config/reported', 'depth/state', 'depth/frame', 'upgrade/progress', 'event/+'].map(
          (name) => ({ permission: 'allow', action: 'publish', topic: `v1/${appKey}/S1/up/${name}`, retain: false }),
        ),
        { permission: 'allow', action: 'subscribe', topic: `v1/${appKey}/S1/down/#` },
        { permission: 'deny', action: 'all', topic: '#' },
      ],
    });
  });

  test.each([
    ['a wrong secret', { password: 'wrong' }],
    ['no password', { password: undefined }],
    ['another user name', { username: 'S1' }],
    ['an unknown device', { clientid: `${'x'.repeat(20)}.S1`, username: `${'x'.repeat(20)}.S1` }],
    ['a client id of another form', { clientid: '$SYS', username: '$SYS' }],
    ['no client id', { clientid: undefined }],
    ['a client id that is a number', { clientid: 7 }],
  ])('with %s it may not', async (_, changes) => {
    const reply = await attempt(changes);

    expect([reply.statusCode, reply.json()]).toEqual([200, { result: 'deny' }]);
  });

  test.each([
    ['no JSON', '{"clientid":'],
    ['a list', '[]'],
    ['nothing', ''],
    ['a zero byte', '{"clientid":"\\u0000"}'],
  ])('when it asks with %s the answer is no, and not "ask somebody else"', async (_, body) => {
    const reply = await post('/emqx/auth', body);

    expect([reply.statusCode, reply.json()]).toEqual([200, { result: 'deny' }]);
  });

  test('without the shared key nobody may ask or tell', async () => {
    for (const path of ['/emqx/auth', '/emqx/event']) expect((await post(path, {}, 'another key')).statusCode).toBe(401);
  });

  test('who is refused is told of in the device’s story', async () => {
    await attempt({ password: 'wrong' });

    await attempt({ clientid: 'emqx_1' });
    await attempt({ clientid: 'emqx_2' });

    expect(await story()).toEqual(['device.refused wrong_secret', 'device.refused names_differ']);
  });
});

test('of a flood of refusals one more is told at its end, with how many others were left out', async () => {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const wrong = { clientid: clientId, username: clientId, password: 'wrong', peerhost: '10.0.0.7' };
  for (let n = 0; n < 5; n++) await post('/emqx/auth', wrong);
  expect(await story()).toEqual(['device.refused wrong_secret']);

  stage.pass(10_000);
  jest.advanceTimersByTime(10_000);
  jest.useRealTimers();

  const told = async () => (await call(contract.event.list, { params: { appKey, sn: 'S1' }, query: {} })).data.list;
  const [last] = await eventually(told, ({ length }) => length === 2);
  expect(last).toMatchObject({ type: 'device.refused', reason: 'wrong_secret', address: '10.0.0.7', data: { more: 3 } });
});

describe('EMQX tells who came and went', () => {
  const connected = (at?: number, event = 'client.connected') =>
    post('/emqx/event', { event, clientid: clientId, peername: '10.0.0.7:51234', connected_at: at, timestamp: at, node: 'emqx@127.0.0.1' });
  const disconnected = (at: number, reason: string, connectedAt?: number, event = 'client.disconnected') =>
    post('/emqx/event', { event, clientid: clientId, peername: '10.0.0.7:51234', reason, disconnected_at: at, connected_at: connectedAt });

  test.each([
    ['client.connected', 'client.disconnected'],
    ['$events/client_connected', '$events/client_disconnected'],
    ['$events/client/connected', '$events/client/disconnected'],
  ])('in the words of any version: %s', async (came, went) => {
    expect((await connected(Date.now() - 1000, came)).statusCode).toBe(204);
    expect(await shown()).toMatchObject({ state: 'online', address: '10.0.0.7' });

    await disconnected(Date.now(), 'keepalive_timeout', undefined, went);
    expect(await shown()).toMatchObject({ state: 'offline' });
    expect(await story()).toEqual(['device.online', 'device.offline keepalive_timeout']);
  });

  test('late news of an earlier session changes nothing', async () => {
    const now = Date.now();
    await connected(now - 1000);

    await disconnected(now - 2000, 'tcp_closed', now - 9000);
    await connected(now - 9000);

    expect(await shown()).toMatchObject({ state: 'online' });
  });

  test('a session that another one took over is not the end, whichever is heard of first', async () => {
    const now = Date.now();
    await disconnected(now - 500, 'takenover', now - 9000);
    await connected(now - 9000);
    await connected(now - 600);
    await disconnected(now - 500, 'discarded', now - 9000);

    expect(await shown()).toMatchObject({ state: 'online' });
  });

  test('an end before its beginning is remembered', async () => {
    const now = Date.now();
    await disconnected(now - 100, 'normal', now - 1000);
    await connected(now - 1000);

    expect(await shown()).toMatchObject({ state: 'offline' });
  });

  test('without saying when, which is taken for now', async () => {
    await connected(undefined);
    expect(await shown()).toMatchObject({ state: 'online' });

    await disconnected(Date.now(), 'ssl_closed');
    expect(await story()).toEqual(['device.online', 'device.offline tcp_closed']);
  });

  test.each([
    ['somebody disconnected it', () => call(contract.broker.kick, { params: { appKey, sn: 'S1' } }), 'kicked'],
    ['its secret was reset', () => call(contract.device.resetSecret, { params: { appKey, sn: 'S1' } }), 'secret_reset'],
    ['it was disabled', () => call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled: false } }), 'disabled'],
  ])('that a connection was kicked, which is told as what it was: %s', async (_, act, reason) => {
    const connectedAt = Date.now() - 1000;
    await connected(connectedAt);
    await act();

    await disconnected(Date.now(), 'kicked', connectedAt);

    expect(await story()).toEqual(['device.online', `device.offline ${reason}`]);
  });

  test('what it tells without an event is refused, and what of others is ignored', async () => {
    expect((await post('/emqx/event', { clientid: clientId })).statusCode).toBe(400);
    expect((await post('/emqx/event', { event: 'client.connected', clientid: 'somebody', connected_at: 1 })).statusCode).toBe(204);
    expect((await post('/emqx/event', { event: 'message.dropped', clientid: clientId })).statusCode).toBe(204);
  });

  test('two seconds after a disconnection it is asked whether that is still so', async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
    const now = Date.now();
    await connected(now - 5000);
    await disconnected(now, 'tcp_closed');
    expect(await shown()).toMatchObject({ state: 'offline' });
    // The device has reconnected, but the event about it was lost.
    emqx.connect(clientId, now + 10);

    expect(emqx.asked).not.toContain(`GET /api/v5/clients/${clientId}`);
    jest.advanceTimersByTime(2000);
    jest.useRealTimers();

    await eventually(async () => (await shown()).state === 'online');
    expect(emqx.asked).toContain(`GET /api/v5/clients/${clientId}`);
  });
});

describe.each(['text', 'number'] as const)('EMQX is asked over REST, and writes times as %s', (times) => {
  beforeEach(async () => {
    await stage.close();
    await emqx.close();
    await open(times);
  });

  const online = async (at = Date.now() - 1000) => {
    emqx.connect(clientId, at);
    await stage.platform.gate.connected({ clientId, connectedAt: at, address: '10.0.0.7' });
  };

  test('what it knows of a connection is handed on, dotted counters included', async () => {
    await online();

    const { status, data } = await call(contract.broker.client, { params: { id: clientId } });

    expect(status).toBe(200);
    expect(data).toMatchObject({ clientid: clientId, connected: true, ip_address: '10.0.0.7', recv_msg: 9, 'recv_msg.qos1': 5 });
    expect(typeof data.connected_at).toBe(times === 'text' ? 'string' : 'number');
  });

  test('a client it does not know is 404, and one it cannot be asked about 503', async () => {
    expect((await call(contract.broker.client, { params: { id: clientId } })).status).toBe(404);

    emqx.break();
    expect((await call(contract.broker.client, { params: { id: clientId } })).failure).toMatchObject({ code: 50301 });
  });

  test.each([
    ['kicking a device', () => call(contract.broker.kick, { params: { appKey, sn: 'S1' } })],
    ['disabling it', () => call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled: false } })],
    ['resetting its secret', () => call(contract.device.resetSecret, { params: { appKey, sn: 'S1' } })],
    [
      'disabling its project',
      () => call(contract.application.switch, { params: { id: projectId }, body: { id: projectId, status: 'disabled' } }),
    ],
    ['deleting its project', () => call(contract.application.remove, { params: { id: projectId } })],
  ])('%s ends its connection there', async (_, act) => {
    await online();

    expect((await act()).status).toBe(200);

    expect(emqx.asked).toContain(`DELETE /api/v5/clients/${clientId}`);
  });

  test('disabling a project answers when EMQX has told of the end of its connections', async () => {
    await online();
    emqx.whenKicked((clientid) =>
      post('/emqx/event', { event: 'client.disconnected', clientid, reason: 'kicked', disconnected_at: Date.now() }),
    );

    const { data } = await call(contract.application.switch, { params: { id: projectId }, body: { id: projectId, status: 'disabled' } });

    expect(data).toMatchObject({ deviceCount: 1, onlineCount: 0 });
    expect((await story()).at(-1)).toBe('device.offline disabled');
  });

  test('a broker that does not answer keeps nobody from disabling a device; the sweep ends the connection later', async () => {
    await online();
    emqx.break();
    const { status } = await call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled: false } });
    expect(status).toBe(200);

    emqx.break(false);
    await stage.platform.sweep();

    expect(emqx.asked).toContain(`DELETE /api/v5/clients/${clientId}`);
  });

  test('a sweep finds who came and who went unheard, page by page', async () => {
    await online();
    const others = Array.from({ length: 1100 }, (_, n) => ({ sn: `D${n}` }));
    for (const devices of [others.slice(0, 1000), others.slice(1000)])
      await call(contract.device.createMany, { params: { appKey }, body: { devices } });
    for (const { sn } of others) emqx.connect(clientIdOf(appKey, sn), Date.now() - 500);
    emqx.disconnect(clientId);

    await stage.platform.sweep();

    const { data } = await call(contract.device.list, { params: { appKey }, query: {} });
    expect(data.counts).toMatchObject({ online: 1100, offline: 1 });
    expect((await story()).at(-1)).toBe('device.offline unknown' satisfies `device.offline ${Reason}`);
  });

  test('a sweep of a broker that does not answer changes nothing', async () => {
    await online();
    emqx.disconnect(clientId);
    emqx.break();

    await stage.platform.sweep();

    expect(await shown()).toMatchObject({ state: 'online' });
  });
});
