import type { Intrinsics } from '../contract/depth-frame';
import { bodiesAt, distanceTo, type Ellipsoid, emptyPen, FOCAL, gazeOf, type Mounting, USUAL_MOUNTING, type Vector } from './pen';
import { type NoiseModel, openSensor, type SensorSetting, USUAL_SETTING } from './sensor';

export { LOOP_MS } from './pen';

/** Sensor settings and mounting of a camera. */
export interface Setup extends SensorSetting, Mounting {}
export const USUAL_SETUP: Setup = { ...USUAL_SETTING, ...USUAL_MOUNTING };

interface SceneOptions {
  /** Size of the sensor's picture in pixels. */
  width: number;
  height: number;
  /** Decimation: only every n-th pixel of every n-th row is rendered. */
  step: number;
  noise: NoiseModel;
  seed: number;
  /** Overrides of `USUAL_SETUP`. */
  setup?: Partial<Setup>;
}

export interface Scene {
  width: number;
  height: number;
  intrinsics: Intrinsics;
  /** The exact distance along the optical axis in millimetres. @param at milliseconds; the scene repeats after `LOOP_MS` */
  trueDistance(x: number, y: number, at: number): number;
  /** Renders a picture in millimetres, 0 for pixels without a measurement. The same `at` gives the same picture. */
  render(at: number): Uint16Array<ArrayBuffer>;
}

/** A scene of a pen with three animals, made of planes and ellipsoids, so that all distances are known exactly. */
export function openScene({ width: full, height: fullHeight, step, noise, seed, setup }: SceneOptions): Scene {
  const width = Math.floor(full / step);
  const height = Math.floor(fullHeight / step);
  const focal = (FOCAL * full) / step;
  const intrinsics = { fx: focal, fy: focal, cx: (full - 1) / 2 / step, cy: (fullHeight - 1) / 2 / step };
  const { cx, cy } = intrinsics;
  const setting = { ...USUAL_SETUP, ...setup };
  const gaze = gazeOf(setting);
  const empty = new Float32Array(width * height);
  for (let i = 0; i < empty.length; i++) empty[i] = emptyPen(((i % width) - cx) / focal, (Math.floor(i / width) - cy) / focal, gaze);
  const metres = new Float32Array(empty.length);
  const measure = openSensor({ noise, seed, focal, width, setting, plain: empty });

  return {
    width,
    height,
    intrinsics,
    trueDistance: (x, y, at) => {
      const [dx, dy] = [(x - cx) / focal, (y - cy) / focal];
      return 1000 * Math.min(emptyPen(dx, dy, gaze), ...bodiesAt(at, gaze).map((body) => distanceTo(body, dx, dy)));
    },
    render: (at) => {
      metres.set(empty);
      for (const body of bodiesAt(at, gaze)) draw(body, intrinsics, metres, width, height);
      const depth = new Uint16Array(metres.length);
      measure(metres, depth, at);
      return depth;
    },
  };
}

function draw(body: Ellipsoid, { fx, cx, cy }: Intrinsics, metres: Float32Array, width: number, height: number) {
  const [x, y, z] = body.centre;
  if (z <= -body.reach) return;
  const [near, far] = [fx / (z - body.reach), fx / (z + body.reach)];
  const span = (value: number, middle: number, most: number): [number, number] => {
    // A body that reaches the camera's plane may cover any part of the picture.
    if (z <= body.reach) return [0, most - 1];
    const [low, high] = [value - body.reach, value + body.reach];
    const first = Math.floor(middle + Math.min(low * near, low * far));
    const last = Math.ceil(middle + Math.max(high * near, high * far));
    return [Math.max(0, first), Math.min(most - 1, last)];
  };
  const [fromX, toX] = span(x, cx, width);
  const [fromY, toY] = span(y, cy, height);
  const [[s0, s1, s2], [t0, t1, t2], [u0, u1, u2]] = body.shape;
  const [o0, o1, o2] = body.shape.map(([sx, sy, sz]) => sx * x + sy * y + sz * z) as Vector;
  const c = o0 * o0 + o1 * o1 + o2 * o2 - 1;
  for (let row = fromY; row <= toY; row++) {
    const dy = (row - cy) / fx;
    for (let column = fromX; column <= toX; column++) {
      const dx = (column - cx) / fx;
      const p = s0 * dx + s1 * dy + s2;
      const q = t0 * dx + t1 * dy + t2;
      const r = u0 * dx + u1 * dy + u2;
      const a = p * p + q * q + r * r;
      const b = p * o0 + q * o1 + r * o2;
      const root = b * b - a * c;
      if (root < 0 || b < 0) continue;
      const distance = (b - Math.sqrt(root)) / a;
      const i = row * width + column;
      if (distance < (metres[i] as number)) metres[i] = distance;
    }
  }
}
