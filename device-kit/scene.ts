import type { Intrinsics } from '../contract/depth-frame';
import { noiseTile, randomOf, TILE_HEIGHT, TILE_WIDTH } from './noise';

/** `stereo`: correlated, grows with the square of the distance, comes in steps of disparity, with shadows and holes; `tof`: white, with holes at edges. */
export const noiseModels = ['stereo', 'tof', 'none'] as const;
export type NoiseModel = (typeof noiseModels)[number];

export interface SceneOptions {
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

/** Everything moves in circles that close after this. */
export const LOOP_MS = 4000;

/** A camera above a pen, looking down into it: metres, and radians. */
const CAMERA = { height: 2.2, pitch: 0.62, focal: 0.7275 };
const PEN = { depth: 3.6, halfWidth: 1.9 };
/** Of the stereo pair, metres; disparities come in steps of a 32nd of a pixel. */
const BASELINE = 0.05;
const SUBPIXELS = 32;
/** Pixels of disparity for one step of a noise tile: a standard deviation of a 26th of a pixel. */
const STEREO_ERROR = 0.0012;
/** A time-of-flight pixel that sees two distances further apart than this, metres, sees neither. */
const MIXED_PIXEL = 0.12;

/** Camera axes: x to the right, y down, z forward. */
type Vector = [number, number, number];
interface Ellipsoid {
  centre: Vector;
  /** Maps the ellipsoid to the unit sphere: three rows. */
  shape: [Vector, Vector, Vector];
  /** The largest of its half axes. */
  reach: number;
}

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

/** Distance to floor and walls of what is seen in the direction (dx, dy, 1). */
function emptyPen(dx: number, dy: number): number {
  const [sin, cos] = [Math.sin(CAMERA.pitch), Math.cos(CAMERA.pitch)];
  const down = dy * cos + sin;
  const ahead = cos - dy * sin;
  const floor = down > 0 ? CAMERA.height / down : Infinity;
  const back = ahead > 0 ? PEN.depth / ahead : Infinity;
  return Math.min(floor, back, PEN.halfWidth / Math.abs(dx));
}

/** Where a ray (dx, dy, 1) first meets a body; infinite where it does not. */
function distanceTo({ centre, shape }: Ellipsoid, dx: number, dy: number): number {
  let [a, b, c] = [0, 0, -1];
  for (const [sx, sy, sz] of shape) {
    const along = sx * dx + sy * dy + sz;
    const offset = sx * centre[0] + sy * centre[1] + sz * centre[2];
    a += along * along;
    b += along * offset;
    c += offset * offset;
  }
  const root = b * b - a * c;
  return root < 0 ? Infinity : (b - Math.sqrt(root)) / a;
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

/** Parts of an animal that looks along its own x axis: centre and half axes, metres. */
const ANIMAL: { at: Vector; size: Vector }[] = [
  { at: [0, 0.42, 0], size: [0.46, 0.2, 0.19] },
  { at: [0.5, 0.48, 0], size: [0.17, 0.13, 0.12] },
  { at: [0.66, 0.43, 0], size: [0.08, 0.06, 0.06] },
  { at: [0.44, 0.6, 0.09], size: [0.05, 0.07, 0.03] },
  { at: [0.44, 0.6, -0.09], size: [0.05, 0.07, 0.03] },
  ...[0.28, -0.28].flatMap((x) => [0.11, -0.11].map((z) => ({ at: [x, 0.15, z] as Vector, size: [0.06, 0.18, 0.06] as Vector }))),
];
/** Where each walks: the middle of its round, the round's half axes, where on it it begins, and how large the animal is. */
const HERD = [
  { x: -0.75, z: 2.0, rx: 0.28, rz: 0.1, phase: 0, scale: 1 },
  { x: 0.7, z: 2.7, rx: 0.2, rz: 0.16, phase: 2.1, scale: 1.12 },
  { x: 0.55, z: 1.5, rx: 0.16, rz: 0.08, phase: 4.4, scale: 0.8 },
];

function bodiesAt(at: number): Ellipsoid[] {
  const turn = ((at % LOOP_MS) / LOOP_MS) * 2 * Math.PI;
  return HERD.flatMap(({ x, z, rx, rz, phase, scale }) => {
    const round = turn + phase;
    const place: Vector = [x + rx * Math.cos(round), 0, z + rz * Math.sin(round)];
    const heading = Math.atan2(rz * Math.cos(round), -rx * Math.sin(round));
    return ANIMAL.map(({ at: part, size }, n) => {
      const isLeg = part[1] < 0.2;
      const swing = isLeg ? 0.05 * Math.sin(4 * turn + n * 2.4) : 0.012 * Math.sin(2 * turn + n);
      return bodyOf(place, heading, [part[0] + (isLeg ? swing : 0), part[1] + (isLeg ? 0 : swing), part[2]], size, scale);
    });
  });
}

/** A part of an animal, in camera axes. */
function bodyOf(place: Vector, heading: number, part: Vector, size: Vector, scale: number): Ellipsoid {
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  const axes: [Vector, Vector, Vector] = [
    [cos, 0, sin],
    [0, 1, 0],
    [-sin, 0, cos],
  ];
  const centre = place.map((value, i) => value + scale * axes.reduce((sum, axis, n) => sum + (axis[i] as number) * (part[n] as number), 0));
  return {
    centre: toCamera([centre[0] as number, (centre[1] as number) - CAMERA.height, centre[2] as number]),
    shape: axes.map((axis, n) => toCamera(axis).map((value) => value / (scale * (size[n] as number)))) as [Vector, Vector, Vector],
    reach: scale * Math.max(...size),
  };
}

/** From the pen's axes (x right, y up, z ahead) to the camera's, as a direction. */
function toCamera([x, y, z]: Vector): Vector {
  const [sin, cos] = [Math.sin(CAMERA.pitch), Math.cos(CAMERA.pitch)];
  return [x, -y * cos - z * sin, z * cos - y * sin];
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
