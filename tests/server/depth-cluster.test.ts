import { connectAsync } from 'mqtt';
import { contract } from '../../contract';
import { clientIdOf, downTopic, upTopic } from '../../contract/topics';
import { startDevice, type VirtualDevice } from '../../device-kit/device';
import { cluster } from '../support/cluster';
import { camera, openViewer, type TestViewer } from '../support/depth';
import { eventually } from '../support/eventually';
import { metricOf } from '../support/metrics';
import { type Mosquitto, startMosquitto } from '../support/mosquitto';
import type { Running } from '../support/process';

const { account, application, depth, device } = contract;
const person = { email: 'owner@example.com', password: 'blue-contour-42' };

jest.setTimeout(120_000);

const { start } = cluster();
let broker: Mosquitto;
let platforms: Running[];
let token: string;
let appKey: string;
let one: VirtualDevice;
const viewers: TestViewer[] = [];
const reports: { reason: string; session: number; streaming: boolean }[] = [];

beforeAll(async () => {
  broker = await startMosquitto();
  platforms = await Promise.all([start(broker.url), start(broker.url)]);
  const [first] = platforms as [Running];
  await first.call(account.register, { body: person });
  ({ token } = (await first.call(account.login, { body: person })).data);
  ({ appKey } = (await first.call(application.create, { body: { name: '深度', categoryId: 1 } }, token)).data);
  const { secret } = (await first.call(device.create, { params: { appKey }, body: { sn: 'CAM' } }, token)).data;
  one = startDevice({
    ...{ url: broker.url, appKey, sn: 'CAM', secret, telemetryEveryMs: 0, depth: camera },
    onSaid: ({ topic, payload }) => topic?.endsWith('depth/state') && reports.push(payload as (typeof reports)[number]),
  });
  await eventually(async () => (await first.call(device.read, { params: { appKey, sn: 'CAM' } }, token)).data.state === 'online');
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close();
  await eventually(() => reports.length === 0 || !reports.at(-1)?.streaming);
  reports.length = 0;
});
afterAll(async () => {
  one?.vanish();
  await broker?.stop();
});

async function look(at: Running, profile: '320x240@10' | 'native@15' | 'native@30' = '320x240@10', ticketOf = at) {
  const { ticket, url } = (await ticketOf.call(depth.ticket, { params: { appKey, sn: 'CAM' }, body: { profile } }, token)).data;
  const viewer = await openViewer({ url, ticket, port: Number(new URL(at.url).port) });
  viewers.push(viewer);
  return viewer;
}

test('one instance gives the ticket, another one shows the stream, and only it hears the frames', async () => {
  const [first, second] = platforms as [Running, Running];
  const viewer = await look(second, 'native@15', first);
  await eventually(() => viewer.frames.length >= 10);
  await viewer.told('stats', ({ clock }) => clock?.withinMs != null);
  expect(await metricOf(first, 'depth_frames_received_total')).toBe(0);
  expect(await metricOf(second, 'depth_frames_received_total')).toBeGreaterThan(9);

  const { ticket, url } = (await first.call(depth.ticket, { params: { appKey, sn: 'CAM' }, body: {} }, token)).data;
  viewers.push(await openViewer({ url, ticket }));
  await expect(openViewer({ url, ticket, port: Number(new URL(second.url).port) })).rejects.toThrow('401');
});

test('viewers of two instances share one stream: the larger profile, one session, and it ends with the last of them', async () => {
  const [first, second] = platforms as [Running, Running];
  const small = await look(first);
  await small.frame();
  const large = await look(second, 'native@30');
  await large.frame();
  await small.told('hello', ({ streaming }) => streaming === 'native@30');
  await eventually(() => small.frames.at(-1)?.header.session === large.frames.at(-1)?.header.session);
  const { length } = reports.filter(({ reason }) => reason === 'started');
  await new Promise((next) => setTimeout(next, 6000));
  expect(reports.filter(({ reason }) => reason === 'started')).toHaveLength(length);
  expect((await small.told('stats', ({ viewers: all }) => all === 2)).viewers).toBe(2);

  const seen = small.frames.length;
  large.close();
  await eventually(() => small.frames.length > seen + 20);
  expect(reports.some(({ reason }) => reason === 'stopped')).toBe(false);
  small.close();
  await eventually(() => reports.some(({ reason }) => reason === 'stopped'));
});

test('an instance that is killed while it is looked at leaves no camera running', async () => {
  const third = await start(broker.url);
  const viewer = await look(third);
  await viewer.frame();
  third.signal('SIGKILL');
  await third.ended;
  await eventually(() => reports.some(({ reason }) => reason === 'expired'));
});

test('a broker that goes and comes back is looked through again', async () => {
  const [first] = platforms as [Running];
  const viewer = await look(first, 'native@15');
  await viewer.frame();
  await broker.kill();
  await eventually(() => viewer.messages.some((message) => message.type === 'state' && message.state === 'broker-away'));
  await broker.start();
  const seen = viewer.frames.length;
  await eventually(() => viewer.frames.length > seen + 5);
});

test('a start that the broker kept for a device that was away is not obeyed', async () => {
  const sn = 'AWAY';
  const [first] = platforms as [Running];
  const { secret } = (await first.call(device.create, { params: { appKey }, body: { sn } }, token)).data;
  const clientId = clientIdOf(appKey, sn);
  const line = await connectAsync(broker.url, { clientId, clean: false });
  await line.subscribeAsync(downTopic(appKey, sn, 'depth/ctl'), { qos: 1 });
  await line.endAsync();
  const other = await connectAsync(broker.url);
  const control = { op: 'start', session: 5, ttl: 15, issuedAt: Date.now() - 60_000, fps: 10, width: 320, height: 240, encoding: 'zdelta' };
  await other.publishAsync(downTopic(appKey, sn, 'depth/ctl'), JSON.stringify(control), { qos: 1 });
  const told: string[] = [];
  await other.subscribeAsync(upTopic(appKey, sn, 'depth/state'));
  other.on('message', (_, payload) => told.push(JSON.parse(payload.toString()).reason));
  const away = startDevice({ url: broker.url, appKey, sn, secret, telemetryEveryMs: 0, depth: camera });
  // This Mosquitto queues no messages, so the old command is published repeatedly, as if it had been queued.
  await eventually(async () => {
    await other.publishAsync(downTopic(appKey, sn, 'depth/ctl'), JSON.stringify(control), { qos: 1 });
    return told.length > 0;
  });
  expect(told).not.toContain('started');
  away.vanish();
  await other.endAsync(true);
});
