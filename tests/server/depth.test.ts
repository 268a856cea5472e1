import { sql } from 'kysely';
import { connectAsync } from 'mqtt';
import { contract } from '../../contract';
import { DepthClose, type DepthControl } from '../../contract/depth';
import { type FrameHeader, writeFrame } from '../../contract/depth-frame';
import { clientIdOf, downTopic, upTopic } from '../../contract/topics';
import type { DepthOptions } from '../../device-kit/depth';
import { startDevice, type VirtualDevice } from '../../device-kit/device';
import { LOOP_MS, openScene } from '../../device-kit/scene';
import { createApp } from '../../server/app';
import { inMemory } from '../../server/config';
import { openPlatform } from '../../server/platform';
import { camera, depthStage, listen, openViewer, type TestViewer } from '../support/depth';
import { eventually } from '../support/eventually';
import { heldBytes } from '../support/memory';
import { startPlatform, type TestPlatform } from '../support/platform';
import { freePort } from '../support/ports.mjs';

const { account, application, device } = contract;

let stage: TestPlatform;
let port: number;
let mqttPort: number;
let home: Awaited<ReturnType<typeof depthStage>>;
const devices: VirtualDevice[] = [];
const viewers: TestViewer[] = [];

beforeEach(async () => {
  mqttPort = await freePort();
  stage = await startPlatform({ mqttPort });
  port = await listen(stage);
  home = await depthStage(stage, port);
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close();
  for (const one of devices.splice(0)) one.vanish();
  await stage.close();
});

const view: typeof home.view = async (...args) => {
  const viewer = await home.view(...args);
  viewers.push(viewer);
  return viewer;
};

async function connectCamera(depth: DepthOptions | undefined = camera) {
  const said: { topic: string; payload: unknown }[] = [];
  const one = startDevice({
    url: `mqtt://127.0.0.1:${mqttPort}`,
    appKey: home.appKey,
    sn: home.sn,
    secret: home.secret,
    telemetryEveryMs: 0,
    depth,
    onSaid: ({ kind, topic = '', payload }) => kind === 'published' && said.push({ topic, payload }),
  });
  devices.push(one);
  await eventually(isOnline);
  const reports = () =>
    said.filter(({ topic }) => topic.endsWith('depth/state')).map(({ payload }) => payload as { reason: string; session: number });
  await eventually(() => said.length > 0);
  return { device: one, reports };
}

/** Connects a device without the device kit, so that the test controls every byte. */
async function connectBare(birth: object = { depth: { width: 320, height: 240, fps: 30, encodings: ['raw'] } }) {
  const clientId = clientIdOf(home.appKey, home.sn);
  const line = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId, username: clientId, password: home.secret });
  const told: DepthControl[] = [];
  line.on('message', (_, payload) => told.push(JSON.parse(payload.toString())));
  await line.subscribeAsync(downTopic(home.appKey, home.sn, 'depth/ctl'), { qos: 1 });
  await line.publishAsync(upTopic(home.appKey, home.sn, 'status'), JSON.stringify({ online: true, ...birth }), { qos: 1 });
  await eventually(isOnline);
  devices.push({ raise: async () => {}, stop: async () => {}, vanish: () => line.end(true) });
  let seq = 0;
  const send = (header: Partial<FrameHeader> = {}) =>
    line.publishAsync(upTopic(home.appKey, home.sn, 'depth/frame'), frame({ seq: ++seq, ...header }));
  return { line, told, send, start: () => eventually(() => told.findLast(({ op }) => op === 'start') as DepthControl, Boolean) };
}

function frame(header: Partial<FrameHeader>): Buffer {
  const [width, height] = [320, 240];
  const depth = new Uint16Array(width * height).fill(1500);
  const about = { encoding: 'raw', seq: 1, width, height, unit: 0.001, minHint: 0, maxHint: 0, isDecimated: false, session: 1 } as const;
  return Buffer.from(writeFrame({ ...about, capturedAt: Date.now() * 1000, ...header }, depth, (bytes) => bytes));
}

const isOnline = async () => (await home.call(device.read, { params: home.params })).data.state === 'online';
const stateOf = (viewer: TestViewer) => viewer.messages.findLast((message) => message.type === 'state');
const metric = async (name: string, labels = '') => {
  const text = await stage.platform.metrics.metrics();
  const line = text.split('\n').find((row) => row.startsWith(`${name}${labels && `{${labels}`}`));
  return Number(line?.split(' ').at(-1) ?? 0);
};

describe('looking at a device', () => {
  test('the device streams while somebody looks, and what is seen is where the scene is', async () => {
    const { reports } = await connectCamera();
    expect(reports()).toEqual([]);

    const viewer = await view('native@15');
    expect((await viewer.told('hello')).streaming).toBe('native@15');
    await viewer.told('state', ({ state }) => state === 'live');
    const { header, depth } = await viewer.frame(() => viewer.frames.length >= 5);
    expect(header).toMatchObject({ width: 320, height: 240, encoding: 'zdelta', unit: expect.closeTo(0.001, 6) });

    const scene = openScene({ width: 320, height: 240, step: 1, noise: 'none', seed: 1 });
    const times = Array.from({ length: 60 }, (_, n) => (n * LOOP_MS) / 60);
    const off = (at: number) =>
      Math.max(...[0, 5000, 40_000, 60_000].map((i) => Math.abs((depth[i] ?? 0) - scene.trueDistance(i % 320, Math.floor(i / 320), at))));
    expect(Math.min(...times.map(off))).toBeLessThan(1);

    const stats = await viewer.told('stats', ({ deviceFps, clock }) => deviceFps > 3 && clock?.withinMs != null);
    expect(stats).toMatchObject({ refused: 0, viewers: 1 });
    // Both clocks are the same, so the true offset is 0, and the error must be within the stated uncertainty.
    const { aheadMs = 0, withinMs = 0 } = stats.clock ?? {};
    expect(Math.abs(aheadMs)).toBeLessThanOrEqual((withinMs ?? 0) + 1);

    viewer.say({ type: 'ping', sentAt: 12 });
    expect(await viewer.told('pong')).toMatchObject({ sentAt: 12, at: expect.any(Number) });

    viewer.close();
    await eventually(() => reports().some(({ reason }) => reason === 'stopped'));
    expect(await metric('depth_viewers')).toBe(0);

    const { data } = await home.call(contract.event.list, { params: home.params, query: { type: 'device.depth.watched' } });
    expect(data.list).toMatchObject([{ data: { by: expect.stringMatching(/./) } }]);
  });

  test('a small profile decimates whole pixels; who asks for more gets it, and the other is thinned', async () => {
    const { reports } = await connectCamera({ ...camera, width: 480, height: 360 });
    const small = await view();
    const before = await small.frame();
    expect(before.header).toMatchObject({ width: 240, height: 180, isDecimated: true });
    expect(before.header.intrinsics?.fx).toBeCloseTo((0.7275 * 480) / 2, 3);

    const large = await view('native@30');
    await large.frame(({ header }) => header.width === 480);
    await small.told('hello', ({ streaming }) => streaming === 'native@30');
    // The small viewer gets a third of the frames, according to statistics taken at the same time.
    const offered = (viewer: TestViewer) => {
      const all = viewer.messages.filter((message) => message.type === 'stats');
      return all.slice(-1).map(({ sent, dropped }) => sent + dropped)[0] ?? 0;
    };
    const from = await eventually(
      () => ({ small: offered(small), large: offered(large) }),
      ({ large: sent }) => sent > 5,
    );
    await eventually(() => offered(large) - from.large > 30);
    expect((offered(small) - from.small) / (offered(large) - from.large)).toBeLessThan(0.5);
    // It may get small pictures at first, but after the first large one none of the previous session.
    const since = large.frames.slice(large.frames.findIndex(({ header }) => header.width === 480));
    expect(new Set(since.map(({ header }) => header.session)).size).toBe(1);

    large.close();
    await small.told('hello', ({ streaming, at }) => streaming === '320x240@10' && at > Date.now() - 10_000);
    await eventually(() => reports().filter(({ reason }) => reason === 'started').length >= 3);
    small.say({ type: 'profile', profile: 'native@15' });
    await small.told('hello', ({ profile }) => profile === 'native@15');
    await eventually(() => small.frames.at(-1)?.header.width === 480);
  });

  test('who looks is told what the camera can send now, and sees a new configuration at once', async () => {
    await connectCamera();
    const viewer = await view('native@15');
    const { camera: before } = await viewer.told('hello', ({ camera: known }) => known !== null);
    expect(before).toEqual({ width: 320, height: 240, fps: 30 });
    await viewer.frame();

    const body = { depth: { fps: 20, resolution: '640x480' }, preview: { maxFps: 12 } };
    await home.call(contract.config.change, { params: home.params, headers: { 'if-match': '0' }, query: {}, body });

    await viewer.told('hello', ({ camera: known }) => known?.width === 640 && known.fps === 12);
    await viewer.frame(({ header }) => header.width === 640);
  });

  test('the page is told why there is nothing to see', async () => {
    const viewer = await view();
    await viewer.told('state', ({ state }) => state === 'device-offline');

    const bare = await connectBare({});
    await viewer.told('state', ({ state }) => state === 'unsupported');
    await bare.line.publishAsync(
      upTopic(home.appKey, home.sn, 'status'),
      JSON.stringify({ depth: { width: 320, height: 240, fps: 5, encodings: ['raw'] } }),
      { qos: 1 },
    );
    await viewer.told('state', ({ state }) => state === 'waiting');
    const { session, encoding } = await bare.start();
    expect(encoding).toBe('raw');
    await bare.send({ session });
    await viewer.told('state', ({ state }) => state === 'live');
    await eventually(() => stateOf(viewer)?.state === 'stalled');
    await bare.send({ session });
    await eventually(() => stateOf(viewer)?.state === 'live');

    // After a reconnection, the time offline does not count as stalled.
    await bare.line.endAsync();
    await eventually(() => stateOf(viewer)?.state === 'device-offline');
    stage.pass(60_000);
    const again = await connectBare({ depth: { width: 320, height: 240, fps: 5, encodings: ['raw'] } });
    await again.start();
    await eventually(() => stateOf(viewer)?.state === 'waiting');
    stage.pass(11_000);
    await eventually(() => stateOf(viewer)?.state === 'stalled');
  });
});

test('what a camera can do is known for longer than the birth that said it', async () => {
  const bare = await connectBare({ depth: { width: 320, height: 240, fps: 5, encodings: ['raw'] } });
  await eventually(async () => (await eventsKept()) > 0);
  stage.pass(8 * 24 * 3_600_000);
  await stage.platform.settle();
  expect(await eventsKept()).toBe(0);

  await view();
  expect((await bare.start()).encoding).toBe('raw');
});

const eventsKept = async () => (await stage.platform.db.selectFrom('deviceEvent').select('id').execute()).length;

describe('who may look', () => {
  test('a ticket lets in once, for 30 seconds, to its own device, on the page that asked', async () => {
    const first = await home.ticket();
    viewers.push(await openViewer(first));
    await expect(openViewer(first)).rejects.toThrow('401');

    const late = await home.ticket();
    stage.pass(31_000);
    await expect(openViewer(late)).rejects.toThrow('401');

    await expect(openViewer({ ...(await home.ticket()), origin: 'https://evil.example' })).rejects.toThrow('401');
    viewers.push(await openViewer({ ...(await home.ticket()), origin: `http://127.0.0.1:${port}` }));

    await home.call(device.create, { params: { appKey: home.appKey }, body: { sn: 'OTHER' } });
    const { url, ticket } = await home.ticket();
    await expect(openViewer({ url: url.replace('CAM', 'OTHER'), ticket })).rejects.toThrow('401');
    await expect(openViewer({ url, ticket: 'x'.repeat(43) })).rejects.toThrow('401');
    const stranger = await stage.signIn();
    expect((await stranger.call(contract.depth.ticket, { params: home.params, body: {} })).status).toBe(404);
  });

  test('of two who use one ticket at the same time, one is let in', async () => {
    const ticket = await home.ticket();
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => openViewer(ticket)));
    const inside = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    viewers.push(...inside);
    expect(inside).toHaveLength(1);
  });

  test('five look, the sixth is told that it is busy; a hundred sockets are not opened', async () => {
    await connectCamera();
    const tries = await Promise.allSettled(Array.from({ length: 100 }, () => home.view()));
    const open = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    viewers.push(...open);
    await eventually(() => open.filter(({ closed }) => !closed).length === 5);
    const turned = open.filter(({ closed }) => closed);
    expect(
      turned.every(
        ({ closed, messages }) => closed?.code === DepthClose.busy && messages.some((m) => m.type === 'state' && m.state === 'busy'),
      ),
    ).toBe(true);
    expect(await metric('depth_viewers')).toBe(5);
  });

  test.each([
    ['the device is disabled', () => home.call(device.update, { params: home.params, body: { enabled: false } })],
    ['the device is deleted', () => home.call(device.remove, { params: home.params })],
    [
      'the project is disabled',
      () => home.call(application.switch, { params: { id: home.project.id }, body: { id: home.project.id, status: 'disabled' } }),
    ],
    ['one signs out', () => home.call(account.logout, {})],
  ])('a stream ends when %s', async (_, happen) => {
    await connectCamera();
    const viewer = await view();
    await viewer.frame();
    await happen();
    await eventually(() => viewer.closed);
    expect(viewer.closed?.code).toBe(DepthClose.ended);
    expect(stateOf(viewer)?.state).toBe('ended');
  });

  test('who was shown nothing has not watched it', async () => {
    await home.call(device.update, { params: home.params, body: { enabled: false } });
    const viewer = await view();
    await eventually(() => viewer.closed);
    await stage.platform.settle();

    const { data } = await home.call(contract.event.list, { params: home.params, query: { type: 'device.depth.watched' } });
    expect(data.list).toEqual([]);
  });
});

describe('what goes wrong', () => {
  test('a viewer that never acknowledges is sent two frames, costs no memory, and keeps nobody waiting', async () => {
    const bare = await connectBare();
    const [silent, good] = [await view('native@30', { acks: false }), await view('native@30')];
    const { session } = await bare.start();
    const payload = frame({ session, encoding: 'raw' });
    for (let n = 0; n < 50; n++) await bare.send({ session });
    await eventually(() => good.frames.at(-1)?.header.seq === 50);
    good.frames.length = 0;
    const before = heldBytes();
    for (let n = 0; n < 400; n++) await bare.send({ session });
    await eventually(() => good.frames.at(-1)?.header.seq === 450);
    good.frames.length = 0;
    expect(silent.frames).toHaveLength(2);
    await eventually(() => heldBytes() - before < 20 * payload.length);
    expect(await metric('depth_frames_dropped_total', 'reason="overtaken"')).toBeGreaterThan(300);
  });

  test('frames of a foreign session and frames that cannot be read are counted and go nowhere', async () => {
    const bare = await connectBare();
    const viewer = await view();
    const { session } = await bare.start();
    await bare.send({ session: session ^ 1 });
    await bare.line.publishAsync(upTopic(home.appKey, home.sn, 'depth/frame'), Buffer.from('DPTH but no more'));
    await bare.send({ session });
    await bare.send({ session, seq: 13 });
    const { lost, refused } = await viewer.told('stats', (stats) => stats.lost > 0);
    expect({ lost, refused }).toEqual({ lost: 10, refused: 2 });
    expect(viewer.frames).toHaveLength(2);
  });

  test('a device that ignores its stop is told again, rarely, and its frames go nowhere', async () => {
    const bare = await connectBare();
    const viewer = await view();
    const { session } = await bare.start();
    await bare.send({ session });
    await viewer.frame();
    viewer.close();
    await eventually(() => bare.told.some(({ op }) => op === 'stop'));
    await eventually(async () => (await metric('depth_viewers')) === 0);
    for (let n = 0; n < 30; n++) await bare.send({ session });
    await eventually(async () => (await metric('depth_frames_dropped_total', 'reason="unwatched"')) === 30);
    await eventually(() => bare.told.filter(({ op }) => op === 'stop').length === 2);
    expect(bare.told.at(-1)).toMatchObject({ op: 'stop', session });
  });

  test('who says what no page says is let go', async () => {
    for (const words of ['{"type":"ack"}', 'hello', Buffer.from([1, 2, 3]), 'x'.repeat(5000)]) {
      const viewer = await view();
      viewer.raw(words);
      await eventually(() => viewer.closed);
    }
  });
});

test('who looked through a process that is gone is forgotten by the next one on its file', async () => {
  const platform = await openPlatform(inMemory());
  // The row refers to a device that does not exist.
  await sql`pragma foreign_keys = off`.execute(platform.db);
  const gone = { deviceId: 1, holder: 'gone', profile: 'native@30', viewers: 3, since: 0, until: Date.now() + 60_000 } as const;
  await platform.db.insertInto('depthWatch').values(gone).execute();
  const app = await createApp(platform);
  await app.ready();

  expect(await platform.db.selectFrom('depthWatch').selectAll().execute()).toEqual([]);
  await app.close();
  await platform.close();
});
