import { deflateRawSync } from 'node:zlib';
import type { DepthControl, DepthReport } from '../../contract/depth';
import { type Frame, FrameError, frameReader } from '../../contract/depth-frame';
import { type DepthCamera, openDepthCamera } from '../../device-kit/depth';
import { sceneTimeOf } from '../../device-kit/depth-loop';
import { LOOP_MS, openScene } from '../../device-kit/scene';

const HOUR = 3_600_000;
const cameras: DepthCamera[] = [];
// Time is what a camera is about: it passes as a test says, however busy the machine is.
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  for (const camera of cameras.splice(0)) camera.stop();
  jest.useRealTimers();
});
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** Arrays of a million numbers, compared at once. */
const isSame = (a: Uint16Array | undefined, b: Uint16Array | undefined) =>
  a !== undefined && b !== undefined && Buffer.from(a.buffer).equals(Buffer.from(b.buffer));

interface Line {
  /** How far its clock is ahead. */
  aheadMs?: number;
  /** What becomes of a frame; it is taken at once. */
  take?: () => Promise<void>;
}

function open({ aheadMs = 0, take = async () => {} }: Line = {}) {
  const [frames, reports]: [Frame[], DepthReport[]] = [[], []];
  const read = frameReader();
  const camera = openDepthCamera({
    width: 64,
    height: 48,
    noise: 'none',
    deflate: (bytes) => deflateRawSync(bytes, { level: 1 }),
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
  return { camera, frames, reports, say, reasons: () => reports.map(({ reason }) => reason) };
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
    const off = Array.from(depth, (value, i) => Math.abs(value - scene.trueDistance(i % 64, Math.floor(i / 64), sceneTimeOf(0, 30))));
    expect(Math.max(...off)).toBeLessThanOrEqual(0.51);
  });
});

describe('the scene', () => {
  const scene = openScene({ width: 640, height: 480, step: 1, noise: 'none', seed: 1 });

  test('has a floor and walls where the drawing says', () => {
    const { fx, cx, cy } = scene.intrinsics;
    // Straight along the axis, tilted by 0.62, the floor is 2.2 m below.
    expect(Math.min(2.2 / Math.sin(0.62), 3.6 / Math.cos(0.62)) * 1000).toBeCloseTo(scene.trueDistance(cx, cy - 60, 0) * 1, -4);
    const top = { dy: -cy / fx };
    expect(scene.trueDistance(cx, 0, 0)).toBeCloseTo(3600 / (Math.cos(0.62) - top.dy * Math.sin(0.62)), 3);
    expect(scene.trueDistance(0, 30, 0)).toBeCloseTo(
      Math.min(1900 / (cx / fx), 3600 / (Math.cos(0.62) - ((30 - cy) / fx) * Math.sin(0.62))),
      3,
    );
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
    // 32 KB are 16,384 pixels, as they come and as two planes of bytes 32,768: no shift up to that brings the noise onto itself.
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
