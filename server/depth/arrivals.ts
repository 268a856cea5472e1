import { DepthReport } from '../../contract/depth';
import { FrameError, readHeader } from '../../contract/depth-frame';
import { MAX_FRAME_BYTES } from '../../contract/topics';
import { DeviceClock } from './clock';

/** A gap that is wider is a device that began to count anew. */
const MAX_GAP = 10_000;

/** What comes of a device: which frames are of the stream that was asked for, how many, how many are missing, and what its clock says. */
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

  /** Another stream was asked for: what is still under way of the one before is foreign. */
  begin(session: number | undefined) {
    this.#session = session;
    this.#beganAt = this.#now();
    this.#last = undefined;
    this.#taken = 0;
  }

  /** Reads no more than a frame's header. @returns why it goes no further, if it does not */
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

  /** Was the last one the first of its stream? */
  get isFirst(): boolean {
    return this.#taken === 1;
  }

  /** Since the last frame, or since one was asked for. */
  get quietMs(): number {
    return this.#now() - (this.#last?.at ?? this.#beganAt);
  }

  /** The rate is of the time since it was asked for the last time. */
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
