import type { DepthImage } from './paint';

/** Pinhole camera intrinsics in pixels; pixel centres are at integers. */
export interface Intrinsics {
  fx: number;
  fy: number;
  cx: number;
  cy: number;
}

export interface Pixel {
  x: number;
  y: number;
}

/** In the camera's coordinates, millimetres: x to the right, y down, z away from it. */
export interface Point3 {
  x: number;
  y: number;
  z: number;
}

/** The depth at a pixel in LSB: the median of the measured pixels in the surrounding 3 × 3; 0 if there are none. */
export function depthAt({ width, height, depth }: DepthImage, { x, y }: Pixel): number {
  const around: number[] = [];
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const found = depth[v * width + u];
      if (found) around.push(found);
    }
  }
  around.sort((a, b) => a - b);
  return around[(around.length - 1) >> 1] ?? 0;
}

/** The position in space of a pixel with a depth. @param z millimetres along the camera's axis */
export const deproject = ({ x, y }: Pixel, z: number, { fx, fy, cx, cy }: Intrinsics): Point3 => ({
  x: ((x - cx) * z) / fx,
  y: ((y - cy) * z) / fy,
  z,
});

/** Euclidean distance, in millimetres. */
export const distance = (a: Point3, b: Point3): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
