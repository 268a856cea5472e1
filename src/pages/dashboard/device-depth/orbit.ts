/** The viewpoint of a cloud, relative to a pivot in front of the camera. */
export interface Orbit {
  /** Radians. */
  yaw: number;
  pitch: number;
  /** 1: at the camera's distance; larger is nearer. */
  zoom: number;
  /** Offset of the pivot, in fractions of its distance. */
  x: number;
  y: number;
}

/** From the side and above, with the whole scene in view; far parts are on the right. */
export const START: Orbit = { yaw: 0.45, pitch: 0.3, zoom: 0.8, x: -0.06, y: 0 };

const RADIANS_PER_PX = 0.006;
/** Focal length, in half window heights. */
const FOCAL = 1.5;
/** Typical aspect ratio: narrower windows show the full width, and more above and below. */
const SCENE_ASPECT = 4 / 3;

export const turned = (orbit: Orbit, dx: number, dy: number): Orbit => ({
  ...orbit,
  yaw: orbit.yaw - dx * RADIANS_PER_PX,
  pitch: Math.max(-1.5, Math.min(1.5, orbit.pitch + dy * RADIANS_PER_PX)),
});

export const moved = (orbit: Orbit, dx: number, dy: number): Orbit => ({
  ...orbit,
  x: orbit.x + (dx * 0.0015) / orbit.zoom,
  y: orbit.y + (dy * 0.0015) / orbit.zoom,
});

export const zoomed = (orbit: Orbit, by: number): Orbit => ({ ...orbit, zoom: Math.max(0.2, Math.min(12, orbit.zoom * by)) });

/**
 * Camera coordinates (millimetres; y down, z away) to clip space, column by column as WebGL takes it.
 * @param middle distance of the pivot from the camera
 */
export function matrixOf({ yaw, pitch, zoom, x, y }: Orbit, middle: number, aspect: number): Float32Array {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  // Rotation around the pivot: first about the vertical, then about the horizontal axis.
  const turn = [cy, sp * sy, -cp * sy, 0, cp, sp, sy, -sp * cy, cp * cy];
  const away = middle / zoom;
  const [near, far] = [away * 0.02, away + middle * 20];
  const fy = FOCAL * Math.min(1, aspect / SCENE_ASPECT);
  const fx = fy / aspect;
  const depth = (far + near) / (far - near);
  const offset = (-2 * far * near) / (far - near);
  const [t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0, t6 = 0, t7 = 0, t8 = 0] = turn;
  // After the rotation, the pivot is at distance `away` from the eye.
  const [ox, oy, oz] = [-t6 * middle + x * middle, -t7 * middle + y * middle, -t8 * middle + away];
  return Float32Array.of(
    fx * t0,
    -fy * t1,
    depth * t2,
    t2,
    fx * t3,
    -fy * t4,
    depth * t5,
    t5,
    fx * t6,
    -fy * t7,
    depth * t8,
    t8,
    fx * ox,
    -fy * oy,
    depth * oz + offset,
    oz,
  );
}
