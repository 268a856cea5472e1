/**
 * DPTH v1, one depth picture as a device sends it (device-protocol.md, Depth frames): a header of 64 bytes, little-endian, and a payload.
 * Depth is u16, row by row, 0 where nothing was measured. Pure: whoever writes ZDELTA brings a deflater.
 * Nothing here trusts a byte: what cannot be read comes back as a `FrameError`.
 */

import { packDelta, packRvl, unpackDelta, unpackRvl } from './depth-codec';
import { inflateInto } from './inflate';

export const HEADER_BYTES = 64;
const MAX_SIDE = 4096;
/** In the order of their numbers in the header. */
export const encodings = ['raw', 'rvl', 'zdelta'] as const;
export type Encoding = (typeof encodings)[number];

const MAGIC = 0x48545044;
const VERSION = 1;
const HAS_INTRINSICS = 2;
const IS_DECIMATED = 4;
/** No deflate stream grows by more: what would have to is refused before anything is allocated. */
const MAX_INFLATION = 1032;

/** Of a pinhole camera, in pixels of this frame; the centre of the first pixel is at 0, 0. */
export interface Intrinsics {
  fx: number;
  fy: number;
  cx: number;
  cy: number;
}

export interface FrameHeader {
  encoding: Encoding;
  /** Grows by one with every captured frame: a gap is what was dropped on the way. */
  seq: number;
  width: number;
  height: number;
  /** When it was captured, by the device's clock, microseconds since the epoch. */
  capturedAt: number;
  /** Metres of one step of depth; 0.001 when it is millimetres. */
  unit: number;
  /** The range worth showing, in steps of depth; 0 when the device does not say. */
  minHint: number;
  maxHint: number;
  intrinsics?: Intrinsics;
  /** Smaller than the sensor's own picture. */
  isDecimated: boolean;
  /** Of the `ctl` that made it stream. */
  session: number;
  payloadLength: number;
}

export interface Frame {
  header: FrameHeader;
  /** `width · height` values, row by row; 0 where nothing was measured. */
  depth: Uint16Array;
}

export type FrameProblem =
  | 'too-short'
  | 'not-dpth'
  | 'version'
  | 'encoding'
  | 'size'
  | 'time'
  | 'unit'
  | 'hints'
  | 'intrinsics'
  | 'length'
  | 'payload';

/** Why a frame could not be read. It is returned, never thrown: count it and go on with the next. */
export class FrameError extends Error {
  name = 'FrameError';

  constructor(
    readonly problem: FrameProblem,
    message: string,
  ) {
    super(message);
  }
}

/** Raw deflate: Node's own, or fflate's in a browser. Level 1: more costs much and gains little on depth. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/** What a frame says of itself. Every field is checked; the payload is only measured. */
export function readHeader(frame: Uint8Array): FrameHeader | FrameError {
  if (frame.length < HEADER_BYTES) return new FrameError('too-short', `${frame.length} bytes are no header`);
  const at = new DataView(frame.buffer, frame.byteOffset, HEADER_BYTES);
  if (at.getUint32(0, true) !== MAGIC) return new FrameError('not-dpth', 'it does not begin with DPTH');
  if (at.getUint8(4) !== VERSION) return new FrameError('version', `version ${at.getUint8(4)} is not known`);
  if (at.getUint8(5) !== HEADER_BYTES) return new FrameError('version', `a header of ${at.getUint8(5)} bytes is not version 1`);
  const encoding = encodings[at.getUint8(6)];
  if (!encoding) return new FrameError('encoding', `encoding ${at.getUint8(6)} is not known`);
  const [width, height] = [at.getUint16(12, true), at.getUint16(14, true)];
  if (!isSide(width) || !isSide(height)) return new FrameError('size', `${width}×${height} is not between 1×1 and ${MAX_SIDE}×${MAX_SIDE}`);
  const capturedAt = at.getUint32(20, true) * 2 ** 32 + at.getUint32(16, true);
  if (!Number.isSafeInteger(capturedAt)) return new FrameError('time', 'its capture time is beyond the year 2255');
  const unit = at.getFloat32(24, true);
  if (!(unit > 0 && unit < 1)) return new FrameError('unit', `${unit} m is no step of depth`);
  const [minHint, maxHint] = [at.getUint16(28, true), at.getUint16(30, true)];
  if (maxHint !== 0 && maxHint < minHint) return new FrameError('hints', `the range ${minHint}–${maxHint} is upside down`);
  const flags = at.getUint8(7);
  const intrinsics = flags & HAS_INTRINSICS ? readIntrinsics(at) : undefined;
  if (intrinsics && !isCamera(intrinsics)) return new FrameError('intrinsics', 'its intrinsics are no camera’s');
  const payloadLength = at.getUint32(48, true);
  if (payloadLength !== frame.length - HEADER_BYTES) {
    return new FrameError('length', `${payloadLength} bytes are promised, ${frame.length - HEADER_BYTES} are there`);
  }
  return {
    encoding,
    seq: at.getUint32(8, true),
    width,
    height,
    capturedAt,
    unit,
    minHint,
    maxHint,
    intrinsics,
    isDecimated: (flags & IS_DECIMATED) !== 0,
    session: at.getUint32(52, true),
    payloadLength,
  };
}

/**
 * A reader of frames, to be used for one after another: it keeps its work space.
 * @returns the frame with an array of its own (it may be transferred), or why there is none; never throws
 */
export function frameReader(): (frame: Uint8Array) => Frame | FrameError {
  let planes = new Uint8Array(0);
  return (frame) => {
    const header = readHeader(frame);
    if (header instanceof FrameError) return header;
    const { encoding, width, height, payloadLength } = header;
    const pixels = width * height;
    if (!mayHold(encoding, payloadLength, pixels)) {
      return new FrameError('length', `${payloadLength} bytes of ${encoding} cannot be ${width}×${height}`);
    }
    const payload = frame.subarray(HEADER_BYTES);
    const depth = new Uint16Array(pixels);
    try {
      if (encoding === 'raw') new Uint8Array(depth.buffer).set(payload);
      else if (encoding === 'rvl') unpackRvl(payload, depth);
      else {
        // One byte more than there should be tells of a stream that is too long.
        if (planes.length !== 2 * pixels + 1) planes = new Uint8Array(2 * pixels + 1);
        const held = inflateInto(payload, planes);
        if (held !== 2 * pixels) throw new RangeError(`it does not inflate to ${2 * pixels} bytes`);
        unpackDelta(planes, depth, width);
      }
    } catch (error) {
      return new FrameError('payload', (error as Error)?.message ?? String(error));
    }
    return { header, depth };
  };
}

/**
 * A frame's bytes. What an encoding does not make smaller is sent RAW.
 * @param header `encoding` is the one wished for; the payload's length is found out here
 */
export function writeFrame(header: Omit<FrameHeader, 'payloadLength'>, depth: Uint16Array, deflate: Deflate): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(depth.buffer, depth.byteOffset, depth.byteLength);
  const packed = header.encoding === 'rvl' ? packRvl(depth) : header.encoding === 'zdelta' ? deflate(packDelta(depth, header.width)) : raw;
  const payload = packed.length < raw.length ? packed : raw;
  const encoding = payload === raw ? 'raw' : header.encoding;
  const frame = new Uint8Array(HEADER_BYTES + payload.length);
  writeHeader(frame, { ...header, encoding, payloadLength: payload.length });
  frame.set(payload, HEADER_BYTES);
  return frame;
}

/** Writes the 64 bytes at the beginning of `frame`. */
export function writeHeader(frame: Uint8Array, header: FrameHeader) {
  const at = new DataView(frame.buffer, frame.byteOffset, HEADER_BYTES);
  const { intrinsics } = header;
  at.setUint32(0, MAGIC, true);
  at.setUint8(4, VERSION);
  at.setUint8(5, HEADER_BYTES);
  at.setUint8(6, encodings.indexOf(header.encoding));
  at.setUint8(7, (intrinsics ? HAS_INTRINSICS : 0) | (header.isDecimated ? IS_DECIMATED : 0));
  at.setUint32(8, header.seq, true);
  at.setUint16(12, header.width, true);
  at.setUint16(14, header.height, true);
  at.setUint32(16, header.capturedAt % 2 ** 32, true);
  at.setUint32(20, Math.floor(header.capturedAt / 2 ** 32), true);
  at.setFloat32(24, header.unit, true);
  at.setUint16(28, header.minHint, true);
  at.setUint16(30, header.maxHint, true);
  at.setFloat32(32, intrinsics?.fx ?? 0, true);
  at.setFloat32(36, intrinsics?.fy ?? 0, true);
  at.setFloat32(40, intrinsics?.cx ?? 0, true);
  at.setFloat32(44, intrinsics?.cy ?? 0, true);
  at.setUint32(48, header.payloadLength, true);
  at.setUint32(52, header.session, true);
  at.setUint32(56, 0, true);
  at.setUint32(60, 0, true);
}

const isSide = (pixels: number) => pixels >= 1 && pixels <= MAX_SIDE;

function readIntrinsics(at: DataView): Intrinsics {
  return { fx: at.getFloat32(32, true), fy: at.getFloat32(36, true), cx: at.getFloat32(40, true), cy: at.getFloat32(44, true) };
}

const isCamera = ({ fx, fy, cx, cy }: Intrinsics) =>
  fx > 0 && fy > 0 && [fx, fy, cx, cy].every((value) => Number.isFinite(value) && Math.abs(value) < 1e6);

/** Can a payload of this length be that many pixels? RVL needs up to three bytes for one, deflate next to nothing more than the bytes. */
function mayHold(encoding: Encoding, bytes: number, pixels: number): boolean {
  if (encoding === 'raw') return bytes === 2 * pixels;
  if (encoding === 'rvl') return bytes % 4 === 0 && bytes >= 4 && bytes <= 3 * pixels + 16;
  return bytes >= 2 && bytes <= 2.01 * pixels + 64 && 2 * pixels <= bytes * MAX_INFLATION;
}
