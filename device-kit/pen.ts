/** The period after which all motion repeats. */
export const LOOP_MS = 4000;

/** The camera's focal length divided by the picture's width. */
export const FOCAL = 0.7275;
/** Dimensions of the pen in metres. */
const PEN = { depth: 3.6, halfWidth: 1.9, aboveCamera: 1.2 };

/** How the camera is mounted: height above the floor, tilt below the horizon, and roll, clockwise as the camera sees. */
export interface Mounting {
  heightMm: number;
  tiltDeg: number;
  rollDeg: number;
}
/** The same defaults as in contract/config-default.ts. */
export const USUAL_MOUNTING: Mounting = { heightMm: 2500, tiltDeg: 45, rollDeg: 0 };

/** The camera's height in metres, and its tilt and roll as sines and cosines. */
interface Gaze {
  height: number;
  sin: number;
  cos: number;
  rollSin: number;
  rollCos: number;
}

export function gazeOf({ heightMm, tiltDeg, rollDeg }: Mounting): Gaze {
  const [tilt, roll] = [(tiltDeg * Math.PI) / 180, (rollDeg * Math.PI) / 180];
  return { height: heightMm / 1000, sin: Math.sin(tilt), cos: Math.cos(tilt), rollSin: Math.sin(roll), rollCos: Math.cos(roll) };
}

/** Camera axes: x to the right, y down, z forward. */
export type Vector = [number, number, number];
export interface Ellipsoid {
  centre: Vector;
  /** The rows of the matrix that maps the ellipsoid to a unit sphere. */
  shape: [Vector, Vector, Vector];
  /** The largest semi-axis. */
  reach: number;
}

/** The z distance in metres of the floor, ceiling or wall that the ray (dx, dy, 1) hits first. */
export function emptyPen(dx: number, dy: number, { height, sin, cos, rollSin, rollCos }: Gaze): number {
  const across = dx * rollCos - dy * rollSin;
  const below = dy * rollCos + dx * rollSin;
  const down = below * cos + sin;
  const ahead = cos - below * sin;
  const level = (down > 0 ? height : PEN.aboveCamera) / Math.abs(down);
  const back = ahead > 0 ? PEN.depth / ahead : Infinity;
  return Math.min(level, back, PEN.halfWidth / Math.abs(across));
}

/** The z distance in metres at which the ray (dx, dy, 1) hits a body; Infinity if it misses. */
export function distanceTo({ centre, shape }: Ellipsoid, dx: number, dy: number): number {
  let [a, b, c] = [0, 0, -1];
  for (const [sx, sy, sz] of shape) {
    const along = sx * dx + sy * dy + sz;
    const offset = sx * centre[0] + sy * centre[1] + sz * centre[2];
    a += along * along;
    b += along * offset;
    c += offset * offset;
  }
  const root = b * b - a * c;
  // For b < 0 the body is behind the camera.
  return root < 0 || b < 0 ? Infinity : (b - Math.sqrt(root)) / a;
}

/** The parts of an animal that faces along its x axis: centres and semi-axes in metres. */
const ANIMAL: { at: Vector; size: Vector }[] = [
  { at: [0, 0.42, 0], size: [0.46, 0.2, 0.19] },
  { at: [0.5, 0.48, 0], size: [0.17, 0.13, 0.12] },
  { at: [0.66, 0.43, 0], size: [0.08, 0.06, 0.06] },
  { at: [0.44, 0.6, 0.09], size: [0.05, 0.07, 0.03] },
  { at: [0.44, 0.6, -0.09], size: [0.05, 0.07, 0.03] },
  ...[0.28, -0.28].flatMap((x) => [0.11, -0.11].map((z) => ({ at: [x, 0.15, z] as Vector, size: [0.06, 0.18, 0.06] as Vector }))),
];
/** Each animal's elliptical path: centre, semi-axes (metres) and initial phase (radians), and the animal's scale. */
const HERD = [
  { x: -0.75, z: 2.0, rx: 0.28, rz: 0.1, phase: 0, scale: 1 },
  { x: 0.7, z: 2.7, rx: 0.2, rz: 0.16, phase: 2.1, scale: 1.12 },
  { x: 0.55, z: 1.5, rx: 0.16, rz: 0.08, phase: 4.4, scale: 0.8 },
];

/** The bodies of all animals at a time. @param at milliseconds */
export function bodiesAt(at: number, gaze: Gaze): Ellipsoid[] {
  const turn = ((at % LOOP_MS) / LOOP_MS) * 2 * Math.PI;
  return HERD.flatMap(({ x, z, rx, rz, phase, scale }) => {
    const round = turn + phase;
    const place: Vector = [x + rx * Math.cos(round), 0, z + rz * Math.sin(round)];
    const heading = Math.atan2(rz * Math.cos(round), -rx * Math.sin(round));
    return ANIMAL.map(({ at: part, size }, n) => {
      const isLeg = part[1] < 0.2;
      const swing = isLeg ? 0.05 * Math.sin(4 * turn + n * 2.4) : 0.012 * Math.sin(2 * turn + n);
      return bodyOf(place, heading, [part[0] + (isLeg ? swing : 0), part[1] + (isLeg ? 0 : swing), part[2]], size, scale, gaze);
    });
  });
}

/** The ellipsoid of an animal's part, in camera axes. */
function bodyOf(place: Vector, heading: number, part: Vector, size: Vector, scale: number, gaze: Gaze): Ellipsoid {
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  const axes: [Vector, Vector, Vector] = [
    [cos, 0, sin],
    [0, 1, 0],
    [-sin, 0, cos],
  ];
  const centre = place.map((value, i) => value + scale * axes.reduce((sum, axis, n) => sum + (axis[i] as number) * (part[n] as number), 0));
  return {
    centre: toCamera([centre[0] as number, (centre[1] as number) - gaze.height, centre[2] as number], gaze),
    shape: axes.map((axis, n) => toCamera(axis, gaze).map((value) => value / (scale * (size[n] as number)))) as [Vector, Vector, Vector],
    reach: scale * Math.max(...size),
  };
}

/** Rotates a vector from the pen's axes (x right, y up, z ahead) to the camera's. */
function toCamera([x, y, z]: Vector, { sin, cos, rollSin, rollCos }: Gaze): Vector {
  const below = -y * cos - z * sin;
  return [x * rollCos + below * rollSin, below * rollCos - x * rollSin, z * cos - y * sin];
}
