import { deflateSync, Inflate as InflateStream } from 'fflate';
import type { Deflate, Inflate } from './depth-frame';

/** A stream is fed in pieces: one that inflates to far more than a picture is given up after the piece that told. */
const PIECE_BYTES = 64 * 1024;

/** For browsers: synchronous, a few KB of script. */
export const inflateFflate: Inflate = (packed, into) => {
  let held = 0;
  const stream = new InflateStream((bytes) => {
    into.set(bytes.subarray(0, into.length - held), held);
    held = Math.min(into.length, held + bytes.length);
  });
  for (let at = 0; at < packed.length && held < into.length; at += PIECE_BYTES) {
    const end = Math.min(packed.length, at + PIECE_BYTES);
    stream.push(packed.subarray(at, end), end === packed.length);
  }
  return held;
};
export const deflateFflate: Deflate = (bytes) => deflateSync(bytes, { level: 1 });
