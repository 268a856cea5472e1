import { FrameError, HEADER_BYTES, readHeader } from '@contract/depth-frame';
import { Sn } from '@contract/device';
import { type Origin, ofDevice, ofFile } from './origin';

/**
 * A clip is the concatenated frames as sent by the device; each has its length and capture time in its header.
 * Its file begins with the device: "DPCL", the length of the JSON (u32, little-endian), `{"device":"<sn>"}`.
 * Older files lack this and begin with the first frame.
 */
export interface Clip {
  origin: Origin;
  /** Capture time of the first frame, as in its header. */
  capturedAt: number;
  frames: Uint8Array<ArrayBuffer>[];
  /** Time of each frame in milliseconds from the beginning; never decreasing. */
  times: number[];
}

export const MAX_CLIP_MS = 30_000;
const MAX_CLIP_BYTES = 192 * 1024 * 1024;
/** Longer gaps are shortened to this. */
const MAX_GAP_MS = 1000;
const MAGIC = 0x4c435044;
const MAGIC_BYTES = 8;

/** Records frames, up to 30 s or 192 MB. */
export function createRecorder(origin: Origin) {
  const frames: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let before: number | undefined;
  let lengthMs = 0;
  return {
    /** @param at time of arrival, in milliseconds @returns false: full, the frame was not added */
    add(frame: Uint8Array<ArrayBuffer>, at: number): boolean {
      // Counted as replayed: gaps add at most MAX_GAP_MS.
      const longer = lengthMs + Math.min(MAX_GAP_MS, at - (before ?? at));
      if (longer > MAX_CLIP_MS || bytes + frame.length > MAX_CLIP_BYTES) return false;
      frames.push(frame);
      bytes += frame.length;
      lengthMs = longer;
      before = at;
      return true;
    },
    get lengthMs() {
      return lengthMs;
    },
    clip: () => clipOf(origin, frames),
  };
}

/** @param name of the file @throws FrameError with the reason if the file is no clip */
export function readClip(file: Uint8Array<ArrayBuffer>, name: string): Clip {
  const frames: Uint8Array<ArrayBuffer>[] = [];
  const { device, bytes } = readBeginning(file);
  let at = bytes;
  while (at < file.length) {
    const rest = file.subarray(at);
    if (rest.length < HEADER_BYTES) throw new FrameError('too-short', 'the file ends inside a frame');
    const length = HEADER_BYTES + new DataView(rest.buffer, rest.byteOffset).getUint32(48, true);
    // A copy, because the frame reader checks the length of its array against the header.
    const frame = rest.slice(0, length);
    const header = readHeader(frame);
    if (header instanceof FrameError) throw header;
    frames.push(frame);
    at += length;
  }
  if (frames.length === 0) throw new FrameError('too-short', 'the file is empty');
  return clipOf(device === undefined ? ofFile(name) : ofDevice(device), frames);
}

/** The consecutive parts of a clip's file. */
export function clipParts({ origin: { device }, frames }: Clip): Uint8Array<ArrayBuffer>[] {
  if (device === undefined) return frames;
  const about = new TextEncoder().encode(JSON.stringify({ device }));
  const beginning = new Uint8Array(MAGIC_BYTES + about.length);
  const view = new DataView(beginning.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, about.length, true);
  beginning.set(about, MAGIC_BYTES);
  return [beginning, ...frames];
}

/** Milliseconds. */
export const lengthOf = ({ times }: Clip): number => times.at(-1) ?? 0;

/** The index of the frame shown at a time. */
export function indexAt({ times }: Clip, ms: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] as number) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @returns the clip's device, if given, and the offset of its first frame */
function readBeginning(file: Uint8Array<ArrayBuffer>): { device?: string; bytes: number } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < MAGIC_BYTES || view.getUint32(0, true) !== MAGIC) return { bytes: 0 };
  const bytes = MAGIC_BYTES + view.getUint32(4, true);
  const { success, data: device } = Sn.safeParse(deviceIn(file.slice(MAGIC_BYTES, bytes)));
  if (!success) throw new FrameError('not-dpth', 'it does not say whose it is');
  return { device, bytes };
}

function deviceIn(about: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(about))?.device;
  } catch {
    return undefined;
  }
}

function clipOf(origin: Origin, frames: Uint8Array<ArrayBuffer>[]): Clip {
  const capturedAt = frames.map((frame) => {
    const header = readHeader(frame);
    return header instanceof FrameError ? undefined : header.capturedAt;
  });
  let [at, before] = [0, 0];
  const times = capturedAt.map((captured = before, i) => {
    if (i > 0) at += Math.max(0, Math.min(MAX_GAP_MS, (captured - before) / 1000));
    before = captured;
    return at;
  });
  return { origin, capturedAt: capturedAt[0] ?? 0, frames, times };
}
