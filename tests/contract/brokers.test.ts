import { connectAsync, type MqttClient } from 'mqtt';
import { contract } from '../../contract';
import type { EventType } from '../../contract/event';
import { clientIdOf, downTopic, upTopic } from '../../contract/topics';
import { startDevice, type VirtualDevice } from '../../device-kit/device';
import { eventually } from '../support/eventually';
import { type Mosquitto, startMosquitto } from '../support/mosquitto';
import { type Call, startPlatform, type TestPlatform } from '../support/platform';

const brokers: [string, () => Promise<Mosquitto | undefined>][] = [
  ['inside the platform', async () => undefined],
  ['that is a cluster (Mosquitto)', startMosquitto],
];

/** The behaviour that all implementations of server/broker/broker.ts have in common. */
describe.each(brokers)('a broker %s', (_, start) => {
  let own: Mosquitto | undefined;
  let stage: TestPlatform;
  let call: Call;
  let appKey: string;
  let url: string;
  const devices: VirtualDevice[] = [];
  const lines: MqttClient[] = [];

  beforeAll(async () => {
    own = await start();
  });
  afterAll(() => own?.stop());
  beforeEach(async () => {
    stage = await startPlatform(own ? { mqttUrl: own.url } : { mqttPort: 0 });
    ({ call } = await stage.signIn());
    ({
      data: { appKey },
    } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }));
    url = own?.url ?? `mqtt://127.0.0.1:${stage.platform.config.mqttPort}`;
  });
  afterEach(async () => {
    for (const device of devices.splice(0)) device.vanish();
    for (const line of lines.splice(0)) await line.endAsync(true);
    await stage.close();
  });

  async function addDevice(sn = 'S1') {
    const { data } = await call(contract.device.create, { params: { appKey }, body: { sn } });
    return data.secret;
  }

  function switchOn(secret: string, sn = 'S1') {
    const device = startDevice({ url, appKey, sn, secret, telemetryEveryMs: 0, packet: { name: 'cam', version: '2.1.0' } });
    devices.push(device);
    return device;
  }

  async function connect(secret: string, sn = 'S1') {
    const clientId = clientIdOf(appKey, sn);
    const line = await connectAsync(url, { clientId, username: clientId, password: secret, protocolVersion: 4, reconnectPeriod: 0 });
    lines.push(line);
    return line;
  }

  const shown = (state: string, sn = 'S1') =>
    eventually(
      async () => (await call(contract.device.read, { params: { appKey, sn } })).data,
      (device) => device.state === state,
    );

  const story = async (type: EventType, sn = 'S1') => {
    const { data } = await call(contract.event.list, { params: { appKey, sn }, query: { type, limit: 100 } });
    return data.list;
  };

  test('shows a device online with the version it runs, and offline once it has said goodbye', async () => {
    const device = switchOn(await addDevice());
    await shown('online');
    await eventually(
      async () => (await call(contract.device.read, { params: { appKey, sn: 'S1' } })).data,
      ({ packetName, packetVersion }) => packetName === 'cam' && packetVersion === '2.1.0',
    );

    await device.stop();

    expect(await shown('offline')).toMatchObject({ sn: 'S1' });
  });

  test('shows a device offline that broke off without a word, and online when it is back', async () => {
    const secret = await addDevice();
    const device = switchOn(secret);
    await shown('online');

    // A will less than a second after the session's start may belong to the session before, and would be ignored.
    await new Promise((passed) => setTimeout(passed, own ? 1100 : 0));
    device.vanish();
    await shown('offline');
    switchOn(secret);

    await shown('online');
  });

  test('has stored a named event of a device before the device is told so', async () => {
    const secret = await addDevice();
    const device = switchOn(secret);

    await device.raise('door', { level: 'warn', data: { open: true } });

    const [event] = await eventually(
      () => story('device.event'),
      (list) => list.length > 0,
    );
    expect(event).toMatchObject({ name: 'door', data: { level: 'warn', data: { open: true } } });
  });

  test('stores each message of a burst once, whatever its quality of service', async () => {
    const line = await connect(await addDevice());
    const topic = upTopic(appKey, 'S1', 'telemetry');

    await Promise.all(
      Array.from({ length: 90 }, (_, n) => line.publishAsync(topic, JSON.stringify({ values: { n } }), { qos: (n % 3) as 0 | 1 | 2 })),
    );

    const list = await eventually(
      () => story('device.telemetry'),
      ({ length }) => length >= 90,
    );
    const values = list.map(({ data }) => (data as { values: { n: number } }).values.n);
    expect(values.sort((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, n) => n));
  });

  test('tells of a message that cannot be read, and goes on', async () => {
    const line = await connect(await addDevice());

    await line.publishAsync(upTopic(appKey, 'S1', 'telemetry'), 'not json', { qos: 1 });
    await line.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{}}', { qos: 1 });

    await eventually(
      () => story('device.telemetry'),
      ({ length }) => length === 1,
    );
    const [invalid] = await eventually(
      () => story('device.invalid'),
      ({ length }) => length === 1,
    );
    expect(invalid).toMatchObject({ name: 'telemetry', data: { problem: 'not-json' } });
  });

  test('hands a device what the platform says to it, and to no other', async () => {
    const [first, second] = [await connect(await addDevice('S1'), 'S1'), await connect(await addDevice('S2'), 'S2')];
    const heard: string[] = [];
    for (const line of [first, second]) line.on('message', (topic, payload, { retain }) => heard.push(`${topic} ${payload} ${retain}`));
    for (const [line, sn] of [
      [first, 'S1'],
      [second, 'S2'],
    ] as const)
      await line.subscribeAsync(`v1/${appKey}/${sn}/down/#`, { qos: 1 });

    const topic = downTopic(appKey, 'S1', 'config/desired');
    await stage.platform.broker.publish(topic, { version: 3, state: { fps: 10 } });

    await eventually(() => heard.length);
    expect(heard).toEqual([`${topic} {"version":3,"state":{"fps":10}} false`]);
  });

  test('knows nothing of a device that is not there, and ending its connection is no failure', async () => {
    await addDevice();
    const { broker } = stage.platform;

    expect(broker.isReachable()).toBe(true);
    expect(await broker.client(clientIdOf(appKey, 'S1'))).toBeUndefined();
    await broker.kick(clientIdOf(appKey, 'S1'));
  });
});
