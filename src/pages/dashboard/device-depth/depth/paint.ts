import { INVALID } from './lut';

/** A depth picture in memory: `depth[y * width + x]` in LSB, 0 where nothing was measured. */
export interface DepthImage {
  width: number;
  height: number;
  depth: Uint16Array;
}

/** Colours every pixel. */
export function paint(pixels: Uint32Array, { depth }: DepthImage, lut: Uint32Array): void {
  for (let i = 0; i < depth.length; i++) pixels[i] = lut[depth[i] as number] as number;
}

/** Paints the first image left of column `edge`, and the second from there on. Both must have the same size. */
export function paintWipe(pixels: Uint32Array, left: DepthImage, right: DepthImage, edge: number, lut: Uint32Array): void {
  for (let i = 0, x = 0; i < right.depth.length; i++, x = x + 1 === right.width ? 0 : x + 1) {
    pixels[i] = lut[(x < edge ? left : right).depth[i] as number] as number;
  }
}

/** Paints what has come nearer or moved away since `before`. @param lut of `differenceLut` */
export function paintDifference(pixels: Uint32Array, now: DepthImage, before: DepthImage, lut: Uint32Array): void {
  for (let i = 0; i < now.depth.length; i++) {
    const [a, b] = [now.depth[i] as number, before.depth[i] as number];
    pixels[i] = a === 0 || b === 0 ? INVALID : (lut[Math.max(-32768, Math.min(32767, a - b)) + 32768] as number);
  }
}
