import type { Intrinsics } from './geometry';
import type { DepthImage } from './paint';

const BYTES = 3 * 4 + 3;

/** A coloured point cloud as binary PLY, in metres and camera coordinates (y down, z away). @param lut of `fillLut` @param about notes */
export function encodePly(
  { width, depth }: DepthImage,
  unitMm: number,
  { fx, fy, cx, cy }: Intrinsics,
  lut: Uint32Array,
  about: Record<string, string> = {},
): Uint8Array<ArrayBuffer> {
  const points = depth.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  const header = new TextEncoder().encode(headerOf(points, about));
  const file = new Uint8Array(header.length + points * BYTES);
  file.set(header);
  const view = new DataView(file.buffer);
  let at = header.length;
  for (let i = 0; i < depth.length; i++) {
    const value = depth[i] as number;
    if (value === 0) continue;
    const z = (value * unitMm) / 1000;
    view.setFloat32(at, (((i % width) - cx) * z) / fx, true);
    view.setFloat32(at + 4, ((Math.floor(i / width) - cy) * z) / fy, true);
    view.setFloat32(at + 8, z, true);
    const colour = lut[value] as number;
    view.setUint8(at + 12, colour & 255);
    view.setUint8(at + 13, (colour >> 8) & 255);
    view.setUint8(at + 14, (colour >> 16) & 255);
    at += BYTES;
  }
  return file;
}

const headerOf = (points: number, about: Record<string, string>) =>
  ['ply', 'format binary_little_endian 1.0', 'comment unit: metre; x right, y down, z away from the camera']
    .concat(Object.entries(about).map(([name, value]) => `comment ${name}: ${value}`))
    .concat(`element vertex ${points}`)
    .concat(['x', 'y', 'z'].map((axis) => `property float ${axis}`))
    .concat(['red', 'green', 'blue'].map((channel) => `property uchar ${channel}`))
    .concat('end_header', '')
    .join('\n');
