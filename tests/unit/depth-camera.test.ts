import { deflateRawSync } from 'node:zlib';
import { defaultSchema } from '../../contract/config-default';
import { valueAt } from '../../contract/config-document';
import type { DepthControl, DepthReport } from '../../contract/depth';
import { type Frame, FrameError, frameReader } from '../../contract/depth-frame';
import { type JsonObject, mergePatch } from '../../contract/merge-patch';
import { beyondCamera, cameraModeOf } from '../../device-kit/camera-mode';
import { type DepthCamera, openDepthCamera } from '../../device-kit/depth';
import { LOOP_MS, openScene, type Setup } from '../../device-kit/scene';
import type { NoiseModel } from '../../device-kit/sensor';
import { defaultsOf } from '../../src/utils/config-fields';

const HOUR = 3_600_000;
const cameras: DepthCamera[] = [];
// Fake time, so that a camera's timing does not depend on the machine.
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  for (const camera of cameras.splice(0)) camera.stop();
  jest.useRealTimers();
});
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** Compares arrays of a million numbers faster than Jest. */
const isSame = (a: Uint16Array | undefined, b: Uint16Array | undefined) =>
  a !== undefined && b !== undefined && Buffer.from(a.buffer).equals(Buffer.from(b.buffer));

interface Line {
  /** How far the device's clock is ahead. */
  aheadMs?: number;
  /** Sends a frame; by default it resolves at once. */
  take?: () => Promise<void>;
  state?: JsonObject;
}

function open({ aheadMs = 0, take = async () => {}, state = {} }: Line = {}) {
  const [frames, reports]: [Frame[], DepthReport[]] = [[], []];
  let configured = state;
  const read = frameReader();
  const camera = openDepthCamera({
    width: 64,
    height: 48,
    noise: 'none',
    deflate: (bytes) => deflateRawSync(bytes, { level: 1 }),
    configured: () => configured,
    now: () => Date.now() + aheadMs,
    report: (report) => reports.push(report),
    send: (bytes) => {
      const frame = read(bytes);
      if (frame instanceof FrameError) throw frame;
      frames.push(frame);
      return take();
    },
  });
  cameras.push(camera);
  const say = (control: Partial<DepthControl>) => {
    const start: DepthControl = {
      op: 'start',
      session: 7,
      ttl: 1,
      issuedAt: Date.now(),
      fps: 30,
      width: 64,
      height: 48,
      encoding: 'zdelta',
    };
    camera.control(JSON.stringify({ ...start, ...control }));
  };
  const configure = (next: JsonObject) => {
    configured = next;
    camera.reconfigured();
  };
  return { camera, frames, reports, say, configure, reasons: () => reports.map(({ reason }) => reason) };
}

describe('the lease', () => {
  test('ends by itself, and is renewed by another start of the same session', async () => {
    const { say, frames, reports, reasons } = open();
    say({});
    await pass(600);
    say({ issuedAt: Date.now() });
    expect(reasons()).toEqual(['started', 'renewed']);
    await pass(700);
    expect(reasons()).toEqual(['started', 'renewed']);
    await pass(400);
    expect(reasons().at(-1)).toBe('expired');
    expect(reports.at(-1)).toMatchObject({ session: 7, streaming: false, fps: 0 });
    const { length } = frames;
    await pass(200);
    expect(frames).toHaveLength(length);
  });

  test('ends when it is told so, but not by a stop of another session', async () => {
    const { say, frames, reasons } = open();
    say({});
    say({ op: 'stop', session: 6 });
    expect(reasons()).toEqual(['started']);
    say({ op: 'stop' });
    expect(reasons()).toEqual(['started', 'stopped']);
    expect(frames.length).toBeLessThan(2);
  });

  test('is not begun by a start that lay about, not even several of them', () => {
    const { say, frames, reasons } = open();
    for (const ago of [60_000, 55_000, 50_000]) say({ issuedAt: Date.now() - ago });
    expect(reasons()).toEqual(['stale', 'stale', 'stale']);
    expect(frames).toEqual([]);
  });

  test.each([
    ['behind', -HOUR, ['started']],
    ['ahead', HOUR, ['stale', 'started']],
  ])('works with a clock that is an hour %s: two starts tell', async (_, aheadMs, expected) => {
    const { say, reasons, reports } = open({ aheadMs });
    say({ ttl: 15 });
    if (expected.length > 1) {
      await pass(2200);
      say({ ttl: 15 });
    }
    expect(reasons()).toEqual(expected);
    expect((reports.at(-1)?.ts ?? 0) - (reports.at(-1)?.issuedAt ?? 0)).toBeCloseTo(aheadMs, -3);
  });

  test.each(['', 'no json', '{}', '{"op":"start"}', '[]', '{"op":"start","session":-1}'])('is not begun by %s', (words) => {
    const { camera, reports } = open();
    camera.control(words);
    expect(reports).toEqual([]);
  });
});

describe('frames', () => {
  test('are never more than one on the way; what was captured meanwhile is missing in their numbers', async () => {
    let taken = () => {};
    const { say, frames } = open({ take: () => new Promise((done) => (taken = done)) });
    say({});
    await pass(400);
    expect(frames).toHaveLength(1);
    taken();
    await pass(100);
    expect(frames).toHaveLength(2);
    const [first, second] = frames.map(({ header }) => header.seq);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(5);
  });

  test('carry the session, the hour and the camera of the picture they are', async () => {
    const { say, frames } = open();
    say({ width: 32, height: 32, session: 0xfffffffe });
    await pass(100);
    expect(frames.length).toBeGreaterThan(1);
    const header = frames[1]?.header;
    expect(header).toMatchObject({ width: 32, height: 24, session: 0xfffffffe, isDecimated: true, encoding: 'zdelta' });
    expect(Math.abs((header?.capturedAt ?? 0) / 1000 - Date.now())).toBeLessThan(1000);
    expect(header?.intrinsics?.fx).toBeCloseTo((0.7275 * 64) / 2, 4);
    expect(header?.intrinsics?.cx).toBeCloseTo(63 / 4, 4);
  });

  test('are, without noise, the true distances to half a millimetre', async () => {
    const { say, frames } = open();
    say({ encoding: 'rvl' });
    await pass(0);
    const { depth } = frames[0] as Frame;
    const scene = openScene({ width: 64, height: 48, step: 1, noise: 'none', seed: 1 });
    const off = Array.from(depth, (value, i) => Math.abs(value - scene.trueDistance(i % 64, Math.floor(i / 64), 0)));
    expect(Math.max(...off)).toBeLessThanOrEqual(0.51);
  });
});

describe('its configuration', () => {
  const framesOf = async (of: ReturnType<typeof open>) => {
    of.frames.length = 0;
    await pass(1000);
    return of.frames.length;
  };

  test.each<[string, JsonObject, number, number]>([
    ['as fast as its sensor is', { depth: { fps: 20 } }, 20, 20],
    ['no faster than a preview may be', { depth: { fps: 20 }, preview: { maxFps: 8 } }, 20, 8],
    ['no faster than it is asked to be', { depth: { fps: 60 } }, 60, 30],
    ['as it left the factory, without one', {}, 30, 30],
  ])('it streams %s', async (_, state, sensor, sent) => {
    const one = open({ state });
    one.say({ ttl: 5 });
    expect(one.camera.fps).toBe(sensor);
    expect(one.camera.facts?.fps).toBe(Math.min(sensor, Number(valueAt(state, 'preview.maxFps') ?? sensor)));
    const frames = await framesOf(one);
    expect(Math.abs(frames - sent)).toBeLessThanOrEqual(1);
  });

  test('what streams goes on with another rate and size as soon as it says so', async () => {
    const one = open();
    one.say({ ttl: 5, width: 640, height: 480 });
    one.configure({ depth: { fps: 10, resolution: '32x24' } });
    expect(Math.abs((await framesOf(one)) - 10)).toBeLessThanOrEqual(1);
    expect(one.frames.at(-1)?.header).toMatchObject({ width: 32, height: 24, session: 7 });
    expect(one.reasons()).toEqual(['started', 'reconfigured']);
    expect(one.reports.at(-1)).toMatchObject({ streaming: true, fps: 10 });
    one.configure({ depth: { fps: 10, resolution: '32x24' }, log: { level: 'debug' } });
    expect(one.reasons()).toHaveLength(2);
  });

  test('who may not look sees nothing, and is not told of a camera', async () => {
    const one = open();
    one.say({ ttl: 5 });
    one.configure({ preview: { enabled: false } });
    expect(await framesOf(one)).toBe(0);
    expect(one.camera.facts).toBeUndefined();
    one.say({ ttl: 5, session: 8 });
    expect(one.reasons()).toEqual(['started', 'disabled', 'disabled']);
    expect(one.reports.at(-1)).toMatchObject({ session: 8, streaming: false });
  });

  test('what is out of range is not measured', async () => {
    const one = open({ state: { measuring: { minMm: 1500, maxMm: 2500 } } });
    one.say({});
    await pass(0);
    const { depth, header } = one.frames[0] as Frame;
    const measured = depth.filter((mm) => mm > 0);
    expect(header).toMatchObject({ minHint: 1500, maxHint: 2500 });
    expect([Math.min(...measured) >= 1500, Math.max(...measured) <= 2500]).toEqual([true, true]);
    expect(measured.length / depth.length).toBeCloseTo(one.camera.inRange, 1);
  });

  test.each([
    ['horizontal', (i: number) => Math.floor(i / 64) * 64 + 63 - (i % 64)],
    ['vertical', (i: number) => (47 - Math.floor(i / 64)) * 64 + (i % 64)],
    ['both', (i: number) => 64 * 48 - 1 - i],
  ])('a picture is turned over: %s', async (flip, from) => {
    const [plain, turned] = [open(), open({ state: { mounting: { flip } } })];
    for (const one of [plain, turned]) one.say({});
    await pass(0);
    const [before, after] = [plain.frames[0] as Frame, turned.frames[0] as Frame];
    expect(
      isSame(
        after.depth,
        Uint16Array.from(after.depth, (_, i) => before.depth[from(i)] as number),
      ),
    ).toBe(true);
    expect(after.header.intrinsics).toMatchObject({ fx: before.header.intrinsics?.fx });
  });

  test('what it cannot do it does not say that it took', () => {
    expect(beyondCamera({ depth: { fps: 61, resolution: '9999x9999' } }).map(({ path }) => path)).toEqual([
      'depth.resolution',
      'depth.fps',
    ]);
    const most = { depth: { fps: valueAt(defaultSchema, 'properties.depth.properties.fps.maximum') as number, resolution: '1280x720' } };
    expect(beyondCamera(most)).toEqual([]);
  });
});

describe('its picture', () => {
  const size = { width: 160, height: 120, step: 1, seed: 1 };
  /** The scene without noise. */
  const exact = openScene({ ...size, noise: 'none' }).render(0);
  const shown = (setup: Partial<Setup>, noise: NoiseModel = 'stereo') => openScene({ ...size, noise, setup }).render(0);
  const validOf = (depth: Uint16Array, isMeant: (i: number) => boolean = () => true) => {
    const meant = depth.filter((_, i) => isMeant(i));
    return meant.filter((mm) => mm > 0).length / meant.length;
  };
  const errorOf = (depth: Uint16Array) => {
    const squares = Array.from(depth, (mm, i) => (mm === 0 ? [] : [(mm - (exact[i] as number)) ** 2])).flat();
    return Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / squares.length);
  };
  const isNear = (i: number) => (exact[i] as number) < 2600;
  const isFar = (i: number) => (exact[i] as number) > 3600;

  test.each(['stereo', 'tof', 'none'] as const)(
    'is, with a configuration of nothing but defaults, what it is without one: %s',
    async (noise) => {
      const defaults = mergePatch({}, defaultsOf(defaultSchema)) as JsonObject;
      expect(defaults).toMatchObject({ depth: { laserPower: 60, autoExposure: true, exposureUs: 8000 }, mounting: { tiltDeg: 45 } });
      const byHand = mergePatch(defaults, { depth: { autoExposure: false } }) as JsonObject;
      const [bare, ...configured] = [{}, defaults, byHand].map((state) => {
        const { setup } = cameraModeOf(state, { width: 160, height: 120, fps: 15 });
        return openScene({ ...size, noise, setup }).render(40);
      });
      expect(configured.map((one) => isSame(one, bare))).toEqual([true, true]);
    },
  );

  test('fades with the laser, from afar; without it little is left but what has a texture', () => {
    const [full, half, weak, off] = [60, 30, 10, 0].map((laserPower) => shown({ laserPower })) as [Uint16Array, ...Uint16Array[]];
    expect(validOf(full)).toBeGreaterThan(0.97);
    expect(errorOf(half as Uint16Array)).toBeGreaterThan(1.2 * errorOf(full));
    expect(validOf(weak as Uint16Array, isFar)).toBeLessThan(0.6 * validOf(weak as Uint16Array, isNear));
    expect(validOf(off as Uint16Array)).toBeLessThan(0.15);
    expect(validOf(off as Uint16Array)).toBeGreaterThan(0);
    expect(validOf(shown({ laserPower: 0 }, 'tof'))).toBeLessThan(0.02);
    expect(errorOf(shown({ laserPower: 100 }))).toBeLessThan(0.95 * errorOf(full));
  });

  test('is noisy and has lost what is far with a short exposure, and what is near with a long one', () => {
    const [usual, short, long] = [8000, 1500, 150_000].map((exposureUs) => shown({ exposureUs })) as [
      Uint16Array,
      Uint16Array,
      Uint16Array,
    ];
    expect(errorOf(short)).toBeGreaterThan(1.5 * errorOf(usual));
    expect(validOf(short, isFar)).toBeLessThan(0.5 * validOf(short, isNear));
    expect(validOf(long, isNear)).toBeLessThan(0.2);
    expect(validOf(long, isFar)).toBeGreaterThan(0.95);
  });

  test('has its small holes filled with the distance of what is behind, and its large ones not', () => {
    const [holed, filled] = [false, true].map((holeFilling) => shown({ holeFilling })) as [Uint16Array, Uint16Array];
    const holes = [...holed.keys()].filter((i) => holed[i] === 0);
    const closed = holes.filter((i) => filled[i] !== 0);
    expect(closed.length / holes.length).toBeGreaterThan(0.7);
    const off = closed.map((i) => Math.abs((filled[i] as number) - (exact[i] as number))).sort((a, b) => a - b);
    expect(off[Math.floor(off.length / 2)]).toBeLessThan(100);
    expect(holed.every((mm, i) => mm === 0 || mm === filled[i])).toBe(true);
    expect(validOf(shown({ laserPower: 0, holeFilling: true }))).toBeLessThan(0.3);
  });

  test.each<[string, Partial<Setup>]>([
    ['up', { tiltDeg: 35 }],
    ['down', { tiltDeg: 60 }],
    ['to its side', { rollDeg: 30 }],
    ['up and to its side', { tiltDeg: 40, rollDeg: -12 }],
  ])('turns with the camera, %s, and leaves everything where it is in space', (_, setup) => {
    const turned = openScene({ ...size, noise: 'none', setup });
    const { fx, cx, cy } = turned.intrinsics;
    const [tilt, roll] = [((setup.tiltDeg ?? 45) - 45) * (Math.PI / 180), (setup.rollDeg ?? 0) * (Math.PI / 180)];
    const level = openScene({ ...size, noise: 'none' });
    const off = [-20, 0, 20].flatMap((x) =>
      [-15, 0, 15].map((y) => {
        const z = turned.trueDistance(cx + x, cy + y, 0);
        // The same point in the coordinates of a camera with the usual mounting: roll and tilt are undone.
        const [px, py] = [(x / fx) * z, (y / fx) * z];
        const [across, below] = [px * Math.cos(roll) - py * Math.sin(roll), py * Math.cos(roll) + px * Math.sin(roll)];
        const [down, ahead] = [below * Math.cos(tilt) + z * Math.sin(tilt), z * Math.cos(tilt) - below * Math.sin(tilt)];
        return Math.abs(level.trueDistance(cx + (across / ahead) * fx, cy + (down / ahead) * fx, 0) - ahead);
      }),
    );
    // The tolerance holds at edges of objects, too, because both cameras have the same position.
    expect(Math.max(...off)).toBeLessThan(0.01);
    expect(isSame(turned.render(0), level.render(0))).toBe(false);
  });

  test.each([800, 2500, 4200])('has its floor as far below, level, as it is mounted high: %i mm', (heightMm) => {
    const { setup } = cameraModeOf({ mounting: { heightMm, tiltDeg: 90 } }, { width: 160, height: 120, fps: 15 });
    const below = openScene({ ...size, noise: 'none', setup });
    // Pixels that show the floor in front of the animals.
    for (const y of [70, 119]) for (const x of [60, 100]) expect(below.trueDistance(x, y, 0)).toBeCloseTo(heightMm, 3);
  });

  test('is calmer the more of it is averaged', () => {
    const [one, usual, many] = [1, 5, 60].map((averagedFrames) => {
      const { setup } = cameraModeOf({ measuring: { averagedFrames } }, { width: 160, height: 120, fps: 15 });
      return errorOf(shown(setup, 'tof'));
    }) as [number, number, number];
    expect(one).toBeGreaterThan(1.8 * usual);
    expect(many).toBeLessThan(0.5 * usual);
  });

  test.each([-90, 0, 90])('ends somewhere wherever the camera looks: %d°', (tiltDeg) => {
    const depth = shown({ tiltDeg, rollDeg: 45 }, 'none');
    expect([Math.min(...depth) > 300, Math.max(...depth) < 12_000]).toEqual([true, true]);
  });

  test('changes while it is looked at; telemetry tells how much of it is left', async () => {
    const one = open();
    one.say({ ttl: 5 });
    await pass(100);
    const before = one.camera.inRange;
    one.configure({ depth: { laserPower: 0 } });
    await pass(100);
    expect(one.reasons()).toEqual(['started', 'reconfigured']);
    expect(validOf((one.frames.at(-1) as Frame).depth)).toBeLessThan(0.3);
    expect(before - one.camera.inRange).toBeGreaterThan(0.6);
  });
});

describe('the scene', () => {
  const scene = openScene({ width: 640, height: 480, step: 1, noise: 'none', seed: 1 });

  test('has a floor and walls where the drawing says', () => {
    const { fx, cx, cy } = scene.intrinsics;
    const ahead = (y: number) => Math.SQRT1_2 - ((y - cy) / fx) * Math.SQRT1_2;
    expect(scene.trueDistance(cx, 0, 0)).toBeCloseTo(3600 / ahead(0), 3);
    expect(scene.trueDistance(0, 30, 0)).toBeCloseTo(Math.min(1900 / (cx / fx), 3600 / ahead(30)), 3);
    expect(scene.trueDistance(cx, 479, 0)).toBeCloseTo(2500 / (((479 - cy) / fx) * Math.SQRT1_2 + Math.SQRT1_2), 3);
  });

  test('moves, and repeats after a round', () => {
    const [begin, middle, end] = [0, LOOP_MS / 2, LOOP_MS].map((at) => scene.render(at));
    expect(isSame(middle, begin)).toBe(false);
    expect(isSame(end, begin)).toBe(true);
  });

  test.each(['stereo', 'tof'] as const)('%s noise is the same for the same seed, and its errors are those of a sensor', (noise) => {
    const [one, two, other] = [1, 1, 2].map((seed) => openScene({ width: 640, height: 480, step: 1, noise, seed }).render(40));
    expect(isSame(two, one)).toBe(true);
    expect(isSame(other, one)).toBe(false);
    const exact = scene.render(40);
    const errors = Array.from(one ?? [], (value, i) => (value === 0 ? [] : [value - (exact[i] ?? 0)])).flat();
    expect(errors.length / exact.length).toBeGreaterThan(0.97);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
    expect(Math.abs(mean)).toBeLessThan(3);
    expect(deviation).toBeGreaterThan(1);
    expect(deviation).toBeLessThan(40);
  });

  test.each(['stereo', 'tof'] as const)('%s noise does not repeat within what deflate looks back', (noise) => {
    const noisy = openScene({ width: 640, height: 480, step: 1, noise, seed: 5 }).render(0);
    const exact = scene.render(0);
    const values = Int16Array.from(noisy, (value, i) => (value === 0 ? 0 : value - (exact[i] ?? 0)));
    // Deflate's window of 32 KB covers 16,384 pixels, or 32,768 when split into byte planes: the noise must not repeat within it.
    const from = 200_000;
    let most = 0;
    for (let shift = 1; shift <= 32_768; shift++) {
      let same = 0;
      for (let i = 0; i < 64; i++) if (values[from + i] === values[from + i - shift]) same++;
      if (same > most) most = same;
    }
    expect(most).toBeLessThan(56);
  });
});
