import { DepthReport } from '../../contract/depth';
import { FrameError, readHeader } from '../../contract/depth-frame';
import { MAX_FRAME_BYTES } from '../../contract/topics';
import { DeviceClock } from './clock';

/** A wider gap between frame numbers means that the device restarted its count. */
const MAX_GAP = 10_000;

/** Tracks the frames of a device: which belong to the requested stream, how many arrive, how many are lost, and its clock. */
export class Arrivals {
  readonly #now: () => number;
  readonly #clock = new DeviceClock();
  #session?: number;
  #beganAt: number;
  #last?: { at: number; seq: number };
  #taken = 0;
  #lost = 0;
  #refused = 0;
  #second: { since: number; frames: number };

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
    this.#beganAt = now();
    this.#second = { since: now(), frames: 0 };
  }

  /** Another stream is requested: frames of the one before that are still under way are foreign. */
  begin(session: number | undefined) {
    this.#session = session;
    this.#beganAt = this.#now();
    this.#last = undefined;
    this.#taken = 0;
  }

  /** Reads only the header of a frame. @returns why the frame is dropped, if it is */
  take(payload: Buffer): 'unreadable' | 'foreign' | undefined {
    const header = payload.length > MAX_FRAME_BYTES ? undefined : readHeader(payload);
    const isReadable = header !== undefined && !(header instanceof FrameError);
    if (!isReadable || header.session !== this.#session) {
      this.#refused++;
      return isReadable ? 'foreign' : 'unreadable';
    }
    const at = this.#now();
    const gap = this.#last ? (header.seq - this.#last.seq - 1) >>> 0 : 0;
    if (gap < MAX_GAP) this.#lost += gap;
    this.#last = { at, seq: header.seq };
    this.#taken++;
    this.#second.frames++;
    this.#clock.frame(header.capturedAt / 1000, at);
    return undefined;
  }

  hearState(payload: Buffer) {
    const { data } = DepthReport.safeParse(parsed(payload));
    if (data?.issuedAt !== undefined && data.ts !== undefined) this.#clock.answered(data.issuedAt, data.ts, this.#now());
  }

  get hasFrames(): boolean {
    return this.#taken > 0;
  }

  /** Was the last frame the first one of its stream? */
  get isFirst(): boolean {
    return this.#taken === 1;
  }

  /** Time since the last frame or, before the first one, since the stream was requested. */
  get quietMs(): number {
    return this.#now() - (this.#last?.at ?? this.#beganAt);
  }

  /** The frame rate covers the time since the previous call. */
  everySecond() {
    const at = this.#now();
    const deviceFps = Math.round((10_000 * this.#second.frames) / Math.max(1, at - this.#second.since)) / 10;
    this.#second = { since: at, frames: 0 };
    return { deviceFps, lost: this.#lost, refused: this.#refused, clock: this.#clock.estimate() };
  }
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}
