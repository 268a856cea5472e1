import { zlibSync } from 'fflate';
import type { DepthImage } from './paint';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A 16-bit greyscale PNG of the raw depths in LSB. @param about text chunks (tEXt): the unit, the intrinsics, … Latin-1 only */
export function encodePng16({ width, height, depth }: DepthImage, about: Record<string, string> = {}): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 16);
  const texts = Object.entries(about).map(([name, value]) => chunk('tEXt', latin1(`${name}\0${value}`)));
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', new Uint8Array(header.buffer)),
    ...texts,
    chunk('IDAT', zlibSync(filtered(width, height, depth), { level: 3 })),
    chunk('IEND', new Uint8Array(0)),
  ];
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** Big-endian samples with PNG's filter Up (difference to the byte above), because depths change slowly from row to row. */
function filtered(width: number, height: number, depth: Uint16Array): Uint8Array {
  const rows = new Uint8Array(height * (1 + 2 * width));
  let at = 0;
  for (let i = 0; i < depth.length; i++) {
    if (i % width === 0) rows[at++] = 2;
    const value = depth[i] as number;
    const above = i < width ? 0 : (depth[i - width] as number);
    rows[at++] = (value >> 8) - (above >> 8);
    rows[at++] = (value & 255) - (above & 255);
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(latin1(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

const remainders = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = (remainders[(c ^ byte) & 255] as number) ^ (c >>> 8);
  return ~c >>> 0;
}
