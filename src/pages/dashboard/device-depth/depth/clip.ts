import { FrameError, HEADER_BYTES, readHeader } from '@contract/depth-frame';

/** A clip is the frames as the device sent them, one after another; each says how long it is and when it was captured. So is its file. */
export interface Clip {
  frames: Uint8Array<ArrayBuffer>[];
  /** Of each frame, milliseconds from the beginning; never backwards. */
  times: number[];
}

export const MAX_CLIP_MS = 30_000;
const MAX_CLIP_BYTES = 192 * 1024 * 1024;
/** A gap longer than this is shown as this long. */
const MAX_GAP_MS = 1000;

/** Takes frames until there are 30 s of them, or 192 MB. */
export function createRecorder() {
  const frames: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let before: number | undefined;
  let lengthMs = 0;
  return {
    /** @param at when it came, in milliseconds @returns false: it is full, the frame was not taken */
    add(frame: Uint8Array<ArrayBuffer>, at: number): boolean {
      // As it will be shown: while nothing came it does not get longer.
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
    clip: () => clipOf(frames),
  };
}

/** @throws FrameError when what is in the file is no clip, with how it is wrong */
export function readClip(file: Uint8Array<ArrayBuffer>): Clip {
  const frames: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  while (at < file.length) {
    const rest = file.subarray(at);
    if (rest.length < HEADER_BYTES) throw new FrameError('too-short', 'the file ends inside a frame');
    const length = HEADER_BYTES + new DataView(rest.buffer, rest.byteOffset).getUint32(48, true);
    // On a copy: the reader of a frame measures its array against the header.
    const frame = rest.slice(0, length);
    const header = readHeader(frame);
    if (header instanceof FrameError) throw header;
    frames.push(frame);
    at += length;
  }
  if (frames.length === 0) throw new FrameError('too-short', 'the file is empty');
  return clipOf(frames);
}

export const clipFile = ({ frames }: Clip): Blob => new Blob(frames, { type: 'application/octet-stream' });

/** Milliseconds. */
export const lengthOf = ({ times }: Clip): number => times.at(-1) ?? 0;

/** The frame that is shown at a time. */
export function indexAt({ times }: Clip, ms: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] as number) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

function clipOf(frames: Uint8Array<ArrayBuffer>[]): Clip {
  let [at, before] = [0, 0];
  const times = frames.map((frame, i) => {
    const header = readHeader(frame);
    const captured = header instanceof FrameError ? before : header.capturedAt / 1000;
    if (i > 0) at += Math.max(0, Math.min(MAX_GAP_MS, captured - before));
    before = captured;
    return at;
  });
  return { frames, times };
}
