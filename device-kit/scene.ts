import type { Intrinsics } from '../contract/depth-frame';
import { noiseTile, randomOf, TILE_HEIGHT, TILE_WIDTH } from './noise';
import { bodiesAt, CAMERA, distanceTo, type Ellipsoid, emptyPen, type Vector } from './pen';

export { LOOP_MS } from './pen';

/** `stereo`: correlated, grows with the square of the distance, comes in steps of disparity, with shadows and holes; `tof`: white, with holes at edges. */
export const noiseModels = ['stereo', 'tof', 'none'] as const;
export type NoiseModel = (typeof noiseModels)[number];

interface SceneOptions {
  /** Of the sensor. */
  width: number;
  height: number;
  /** Every n-th pixel of every n-th row. */
  step: number;
  noise: NoiseModel;
  seed: number;
}

export interface Scene {
  width: number;
  height: number;
  intrinsics: Intrinsics;
  /** What an ideal sensor would measure along the optical axis, millimetres. @param at milliseconds; the scene repeats after `LOOP_MS` */
  trueDistance(x: number, y: number, at: number): number;
  /** A picture in millimetres, 0 where nothing was measured. The same `at` gives the same picture. */
  render(at: number): Uint16Array<ArrayBuffer>;
}

/** Of the stereo pair, metres; disparities come in steps of a 32nd of a pixel. */
const BASELINE = 0.05;
const SUBPIXELS = 32;
/** Pixels of disparity for one step of a noise tile: a standard deviation of a 26th of a pixel. */
const STEREO_ERROR = 0.0012;
/** A time-of-flight pixel that sees two distances further apart than this, metres, sees neither. */
const MIXED_PIXEL = 0.12;

/** A pen with three animals: floor and walls are planes, bodies are ellipsoids, so every distance is known exactly. */
export function openScene({ width: full, height: fullHeight, step, noise, seed }: SceneOptions): Scene {
  const width = Math.floor(full / step);
  const height = Math.floor(fullHeight / step);
  const focal = (CAMERA.focal * full) / step;
  const intrinsics = { fx: focal, fy: focal, cx: (full - 1) / 2 / step, cy: (fullHeight - 1) / 2 / step };
  const { cx, cy } = intrinsics;
  const empty = new Float32Array(width * height);
  for (let i = 0; i < empty.length; i++) empty[i] = emptyPen(((i % width) - cx) / focal, (Math.floor(i / width) - cy) / focal);
  const metres = new Float32Array(empty.length);
  const disturb = noise === 'none' ? exact : noise === 'stereo' ? stereo(seed, focal) : timeOfFlight(seed);

  return {
    width,
    height,
    intrinsics,
    trueDistance: (x, y, at) => {
      const [dx, dy] = [(x - cx) / focal, (y - cy) / focal];
      return 1000 * Math.min(emptyPen(dx, dy), ...bodiesAt(at).map((body) => distanceTo(body, dx, dy)));
    },
    render: (at) => {
      metres.set(empty);
      for (const body of bodiesAt(at)) draw(body, intrinsics, metres, width, height);
      const depth = new Uint16Array(metres.length);
      disturb(metres, depth, width, at);
      return depth;
    },
  };
}

function draw(body: Ellipsoid, { fx, cx, cy }: Intrinsics, metres: Float32Array, width: number, height: number) {
  const [x, y, z] = body.centre;
  const [near, far] = [fx / (z - body.reach), fx / (z + body.reach)];
  const span = (value: number, middle: number, most: number): [number, number] => {
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
      if (root < 0) continue;
      const distance = (b - Math.sqrt(root)) / a;
      const i = row * width + column;
      if (distance < (metres[i] as number)) metres[i] = distance;
    }
  }
}

type Disturb = (metres: Float32Array, depth: Uint16Array, width: number, at: number) => void;

const exact: Disturb = (metres, depth) => {
  for (let i = 0; i < metres.length; i++) depth[i] = Math.round(1000 * (metres[i] as number));
};

function stereo(seed: number, focal: number): Disturb {
  const errors = noiseTile(seed, 1);
  const blobs = noiseTile(seed + 1, 9);
  const scale = focal * BASELINE;
  return (metres, depth, width, at) => {
    const [ox, oy] = offsetAt(seed, at);
    for (let row = 0, first = 0; first < metres.length; row++, first += width) {
      const line = ((row + oy) & (TILE_HEIGHT - 1)) * TILE_WIDTH;
      const blobLine = (row & (TILE_HEIGHT - 1)) * TILE_WIDTH;
      // What stands in front hides from the second camera what is behind it, to its left.
      let shadow = Infinity;
      for (let column = width - 1; column >= 0; column--) {
        const ideal = scale / (metres[first + column] as number);
        const error = errors[line + ((column + ox) & (TILE_WIDTH - 1))] as number;
        const steps = ((ideal + error * STEREO_ERROR) * SUBPIXELS + 0.5) | 0;
        const isHidden = column - ideal > shadow + 0.75;
        if (column - ideal < shadow) shadow = column - ideal;
        const isHole = (blobs[blobLine + (column & (TILE_WIDTH - 1))] as number) > 92;
        depth[first + column] = isHidden || isHole || steps <= 0 ? 0 : (1000 * scale * SUBPIXELS) / steps + 0.5;
      }
    }
  };
}

function timeOfFlight(seed: number): Disturb {
  const errors = noiseTile(seed, 0);
  return (metres, depth, width, at) => {
    const [ox, oy] = offsetAt(seed, at);
    for (let row = 0, first = 0; first < metres.length; row++, first += width) {
      const line = ((row + oy) & (TILE_HEIGHT - 1)) * TILE_WIDTH;
      for (let column = 0; column < width; column++) {
        const value = metres[first + column] as number;
        const error = errors[line + ((column + ox) & (TILE_WIDTH - 1))] as number;
        const isInside = column > 0 && column < width - 1;
        const edge = isInside ? (metres[first + column + 1] as number) - (metres[first + column - 1] as number) : 0;
        const isHole = edge > MIXED_PIXEL || edge < -MIXED_PIXEL || error > 100;
        depth[first + column] = isHole ? 0 : 1000 * value + error * (0.06 + 0.02 * value * value) + 0.5;
      }
    }
  };
}

/** Every picture has noise of its own. */
function offsetAt(seed: number, at: number): [number, number] {
  const random = randomOf(seed ^ Math.round(at * 7919));
  return [Math.floor(random() * TILE_WIDTH), Math.floor(random() * TILE_HEIGHT)];
}
