import type { AddressInfo } from 'node:net';
import { connectAsync } from 'mqtt';
import { contract } from '../../contract';
import type { JsonObject } from '../../contract/merge-patch';
import { clientIdOf, downTopic, upTopic } from '../../contract/topics';
import { type ConfigOptions, type Kept, ruleOf } from '../../device-kit/configuration';
import type { DepthOptions } from '../../device-kit/depth';
import { type Said, startDevice, type VirtualDevice } from '../../device-kit/device';
import { makeProject, type Project } from '../support/callbacks';
import { camera } from '../support/depth';
import { eventually } from '../support/eventually';
import { type Mosquitto, startMosquitto } from '../support/mosquitto';
import { startPlatform, type TestPlatform } from '../support/platform';
import { type Receiver, receivers, startReceiver, verified } from '../support/receiver';
import { openStream, type Stream } from '../support/stream';

const { config, device, event } = contract;
const SECRET = 'hunter22-of-the-barn';

const brokers: [string, () => Promise<Mosquitto | undefined>][] = [
  ['inside the platform', async () => undefined],
  ['that is a cluster (Mosquitto)', startMosquitto],
];

describe.each(brokers)('a configuration, over a broker %s', (_, start) => {
  let own: Mosquitto | undefined;
  let stage: TestPlatform;
  let project: Project;
  let receiver: Receiver;
  let secret: string;
  let webhookSecret: string;
  let page: Stream | undefined;
  let said: Said[];
  let kits: VirtualDevice[];

  beforeAll(async () => {
    own = await start();
  });
  afterAll(() => own?.stop());
  beforeEach(async () => {
    stage = await startPlatform(own ? { mqttUrl: own.url } : { mqttPort: 0 });
    receiver = await startReceiver(receivers.ok);
    const person = await stage.signIn();
    project = await makeProject(stage, person);
    webhookSecret = await project.subscribe(receiver.url, { events: ['device.config.applied', 'device.config.rejected'] });
    secret = (await project.call(device.create, { params: project.params, body: { sn: 'CAM' } })).data.secret;
    await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = stage.app.server.address() as AddressInfo;
    page = await openStream({ base: `http://127.0.0.1:${port}`, appKey: project.appKey, token: person.token, sn: 'CAM' });
    said = [];
    kits = [];
  });
  afterEach(async () => {
    page?.close();
    for (const kit of kits) kit.vanish();
    await stage.close();
    await receiver.close();
  });

  const at = () => ({ params: { ...project.params, sn: 'CAM' } });
  const read = async () => (await project.call(config.read, at())).data;
  const patch = async (version: number, body: JsonObject) =>
    (await project.call(config.change, { ...at(), headers: { 'if-match': `"${version}"` }, query: {}, body })).data;
  const becomes = (sync: string) => eventually(read, (twin) => twin.sync === sync);

  /** The device's reports of its configuration that the platform has acknowledged. */
  const reports = async () => {
    const all = () => said.filter(({ topic }) => topic?.endsWith('/up/config/reported')).map(({ payload }) => payload);
    return eventually(all, ({ length }) => length > 0);
  };

  const brokerUrl = () => own?.url ?? `mqtt://127.0.0.1:${stage.platform.config.mqttPort}`;

  function switchOn(options: ConfigOptions = {}, telemetryEveryMs = 0, depth?: DepthOptions) {
    const kit = startDevice({
      url: brokerUrl(),
      appKey: project.appKey,
      sn: 'CAM',
      secret,
      telemetryEveryMs,
      config: options,
      depth,
      onSaid: (one) => void said.push(one),
    });
    kits.push(kit);
    return kit;
  }

  test('is taken by the device: in sync, told to the open page and to the developer’s server', async () => {
    switchOn();
    await page?.next('device', ({ state }) => state === 'online');
    await eventually(() => said.some(({ topic }) => topic?.endsWith('/up/config/get')));

    await patch(0, { depth: { fps: 10 }, network: { wifi: { ssid: 'barn', password: SECRET } } });

    await page?.next('config', ({ sn, version }) => sn === 'CAM' && version === 1);
    const twin = await becomes('in-sync');
    expect(twin.reported).toMatchObject({ version: 1, state: { depth: { fps: 10 }, network: { wifi: { ssid: 'barn' } } }, result: 'ok' });
    const told = await page?.next('event', ({ event }) => event.type === 'device.config.applied');
    const [arrived] = await receiver.until(1);
    expect(verified(arrived as never, webhookSecret)).toMatchObject({
      type: 'device.config.applied',
      data: { sn: 'CAM', version: 1, result: 'ok', state: { depth: { fps: 10 } } },
    });
    expect(JSON.stringify([twin, told, arrived])).not.toContain(SECRET);
  });

  test('is what the device does: its camera’s rate in its telemetry, at the interval and with the values that were asked for', async () => {
    switchOn({}, 60_000, camera);
    const last = (topic: string) => said.findLast((one) => one.topic?.endsWith(topic))?.payload;
    await eventually(() => last('/up/telemetry'));
    expect(last('/up/telemetry')).toMatchObject({ values: { fps: 30 } });

    await patch(0, { depth: { fps: 20, resolution: '640x480' }, preview: { maxFps: 15 }, telemetry: { intervalS: 1, values: ['fps'] } });
    await becomes('in-sync');

    await eventually(() => JSON.stringify((last('/up/telemetry') as { values: object }).values) === '{"fps":20}');
    expect(last('/up/status')).toMatchObject({ depth: { width: 640, height: 480, fps: 15 } });

    // A developer's schema may allow values that the camera does not support.
    await project.call(config.changeSchema, { params: { appKey: project.appKey }, body: { schema: { type: 'object' } } });
    await patch(1, { depth: { fps: 90 } });
    await eventually(read, ({ reported }) => reported?.version === 2);
    expect((await read()).reported).toMatchObject({ result: 'partial', state: { depth: { fps: 20 } }, errors: [{ path: 'depth.fps' }] });
  });

  test('waits for a device that is away, and is asked for as soon as it comes', async () => {
    await patch(0, { depth: { fps: 10 } });
    await patch(1, { depth: { fps: 12 } });
    expect((await read()).sync).toBe('offline');

    switchOn();

    expect((await becomes('in-sync')).reported).toMatchObject({ version: 2, state: { depth: { fps: 12 } } });
    expect(await reports()).toMatchObject([{ version: 2 }]);
  });

  test('is not taken twice by a device that kept it', async () => {
    const kept: Kept[] = [];
    const first = switchOn({ keep: (one) => void kept.push(one) });
    await patch(0, { depth: { fps: 10 } });
    await becomes('in-sync');
    await first.stop();
    said = [];

    switchOn({ kept: kept[0] });
    await eventually(() => said.some(({ topic }) => topic?.endsWith('/up/config/get')));
    await patch(1, { depth: { fps: 11 } });
    await becomes('in-sync');

    expect(kept).toEqual([{ version: 1, state: { depth: { fps: 10 } } }]);
    expect(await reports()).toMatchObject([{ version: 2 }]);
  });

  test('that the device refuses is rejected, with its own reasons, and nothing of it is in force', async () => {
    switchOn({ rejects: [ruleOf('depth.fps>15')] });
    await patch(0, { depth: { fps: 10 } });
    await becomes('in-sync');

    await patch(1, { depth: { fps: 30 }, log: { level: 'debug' } });

    const { reported, differences } = await becomes('rejected');
    expect(reported).toMatchObject({
      version: 2,
      result: 'rejected',
      state: { depth: { fps: 10 } },
      errors: [{ path: 'depth.fps', code: 'out-of-range', message: '30 is above the most this device can do, 15' }],
    });
    expect(differences).toEqual(['depth.fps', 'log.level']);
    const arrived = await receiver.until(2);
    expect(JSON.parse(arrived[1]?.body ?? '')).toMatchObject({ type: 'device.config.rejected', data: { version: 2 } });
  });

  test('may be taken in part, and the rest is said', async () => {
    switchOn({ leavesOut: [ruleOf('network')] });

    await patch(0, { depth: { fps: 10 }, network: { dhcp: true }, measuring: { minMm: 500, maxMm: 400 } });

    const { reported, differences } = await becomes('rejected');
    expect(reported).toMatchObject({ result: 'partial', state: { depth: { fps: 10 } } });
    expect(reported?.errors.map(({ path, code }) => [path, code])).toEqual([
      ['network', 'unsupported'],
      ['measuring', 'conflict'],
    ]);
    expect(differences).toEqual(['network.dhcp', 'measuring.minMm', 'measuring.maxMm']);
  });

  test('really sets how often the device measures', async () => {
    switchOn({}, 60_000);
    const measured = async () => (await project.call(event.list, { ...at(), query: { type: 'device.telemetry' } })).data.list.length;
    await eventually(measured, (count) => count === 1);

    await patch(0, { telemetry: { intervalS: 1 } });

    await becomes('in-sync');
    await eventually(measured, (count) => count >= 3);
  });

  test('reaches a device that does not ask', async () => {
    await patch(0, { depth: { fps: 10 } });
    const clientId = clientIdOf(project.appKey, 'CAM');
    const line = await connectAsync(brokerUrl(), { clientId, username: clientId, password: secret });
    const heard: unknown[] = [];
    line.on('message', (_, payload) => heard.push(JSON.parse(payload.toString())));
    await line.subscribeAsync(downTopic(project.appKey, 'CAM', 'config/desired'), { qos: 1 });
    await line.publishAsync(upTopic(project.appKey, 'CAM', 'status'), '{"online":true}', { qos: 1 });

    await eventually(() => heard.length > 0);
    await line.endAsync(true);

    expect(heard).toEqual([{ version: 1, state: { depth: { fps: 10 } } }]);
  });

  test('goes on from the version of a device that had more elsewhere', async () => {
    await patch(0, { depth: { fps: 10 } });
    switchOn({ kept: { version: 9, state: {} } });

    const twin = await becomes('in-sync');

    expect(twin).toMatchObject({ desired: { version: 10, state: { depth: { fps: 10 } } }, reported: { version: 10, result: 'ok' } });
  });
});
