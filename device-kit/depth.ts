import { DepthControl, type DepthReport } from '../contract/depth';
import { type Deflate, type Encoding, encodings } from '../contract/depth-frame';
import type { JsonObject } from '../contract/merge-patch';
import type { Birth } from '../contract/topics';
import { type CameraMode, cameraModeOf } from './camera-mode';
import { framesOf } from './depth-loop';
import { openScene } from './scene';
import type { NoiseModel } from './sensor';

export interface DepthOptions {
  /** Size of the sensor's picture, unless the configuration has a `depth.resolution`. */
  width?: number;
  height?: number;
  /** Frame rate of the sensor, unless the configuration has a `depth.fps`. */
  fps?: number;
  noise?: NoiseModel;
  /** Used regardless of the requested encoding. */
  encoding?: Encoding;
  seed?: number;
  deflate: Deflate;
}

interface Parts extends DepthOptions {
  /** Sends a frame. No other frame is sent until it settles; a rejection is ignored. */
  send: (frame: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Publishes `up/depth/state`. */
  report: (report: DepthReport) => void;
  /** Returns the effective configuration. */
  configured?: () => JsonObject;
  /** The device's clock in epoch milliseconds. */
  now?: () => number;
}

/** The depth camera of a device. It streams only on request, and never past the request's `ttl`. */
export interface DepthCamera {
  /** The camera's capabilities for the birth message; undefined if the configuration disables the preview. */
  readonly facts: Birth['depth'];
  /** The frame rate of the sensor. */
  readonly fps: number;
  /** The share of pixels with enough light and a distance in the measured range, 0 to 1. */
  readonly inRange: number;
  /** Call when the configuration has changed; adapts or ends a running stream. */
  reconfigured(): void;
  /** Handles the payload of `down/depth/ctl`; ignores invalid ones. */
  control(payload: string): void;
  /** Ends the session, because the connection is closed. */
  stop(): void;
}

/** The maximum width of the coarse picture from which `inRange` is computed. */
const COARSE_PIXELS = 40;
/** Tolerance when the interval between two arrivals is compared with the interval between their `issuedAt`. */
const JITTER_MS = 2000;

export function openDepthCamera(parts: Parts): DepthCamera {
  const { width = 640, height = 480, fps = 30, noise = 'stereo', seed = 1, encoding, deflate, send, report, now = Date.now } = parts;
  const { configured = () => ({}) } = parts;
  let mode = cameraModeOf(configured(), { width, height, fps, encoding });
  const isFresh = freshness();
  let lease: { control: DepthControl; until: number; frames: ReturnType<typeof framesOf>; began: number; next: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seq = 0;
  let isSending = false;

  function start(control: DepthControl) {
    if (!isFresh(control, now())) return tell(control, 'stale');
    const until = performance.now() + control.ttl * 1000;
    if (lease && isSameStream(lease.control, control)) {
      lease.until = until;
      return tell(control, 'renewed');
    }
    if (!mode.mayStream) return tell(control, 'disabled');
    stream(control, until, 'started');
  }

  function stream(control: DepthControl, until: number, reason: string) {
    clearTimeout(timer);
    const { width, height, previewFps, nearMm, farMm, flip, setup } = mode;
    const step = Math.max(1, Math.ceil(width / control.width), Math.ceil(height / control.height));
    const rate = Math.min(previewFps, control.fps || previewFps);
    const encoding = mode.encoding ?? control.encoding;
    const frames = framesOf({ width, height, step, noise, seed, fps: rate, encoding, nearMm, farMm, flip, setup }, deflate);
    lease = { control, until, frames, began: performance.now(), next: 0 };
    tell(control, reason);
    tick();
  }

  // Frames follow a fixed schedule: a late one does not delay the next, and missed ones are skipped.
  function tick() {
    if (!lease) return;
    const { until, frames, began } = lease;
    const at = performance.now();
    if (at >= until) return end('expired');
    // A timer may fire slightly early; `lease.next` makes sure that its frame is sent, and only once.
    const due = Math.max(lease.next, Math.floor((at - began) / frames.everyMs));
    seq += Math.max(1, due - lease.next + 1);
    if (!isSending) {
      isSending = true;
      const frame = frames.at(due, { seq, session: lease.control.session, capturedAt: Math.round(now() * 1000) });
      send(frame)
        .catch(() => {})
        .finally(() => {
          isSending = false;
        });
    }
    lease.next = due + 1;
    timer = setTimeout(tick, Math.max(0, began + lease.next * frames.everyMs - performance.now()));
  }

  function end(reason: string) {
    clearTimeout(timer);
    if (!lease) return;
    const { control } = lease;
    lease = undefined;
    tell(control, reason);
  }

  function tell({ session, issuedAt }: DepthControl, reason: string) {
    const rate = lease ? 1000 / lease.frames.everyMs : 0;
    report({ session, streaming: lease?.control.session === session, fps: Math.round(rate * 10) / 10, reason, issuedAt, ts: now() });
  }

  return {
    get facts() {
      const { width, height, previewFps, encoding, mayStream } = mode;
      return mayStream ? { width, height, fps: previewFps, encodings: encoding ? [encoding] : [...encodings] } : undefined;
    },
    get fps() {
      return mode.fps;
    },
    get inRange() {
      return inRangeOf(mode);
    },
    reconfigured: () => {
      const before = mode;
      mode = cameraModeOf(configured(), { width, height, fps, encoding });
      if (!lease || JSON.stringify(mode) === JSON.stringify(before)) return;
      if (mode.mayStream) stream(lease.control, lease.until, 'reconfigured');
      else end('disabled');
    },
    control: (payload) => {
      const { data } = DepthControl.safeParse(parsed(payload));
      if (data?.op === 'start') start(data);
      else if (data && lease?.control.session === data.session) end('stopped');
    },
    stop: () => end('disconnected'),
  };
}

function inRangeOf({ width, height, nearMm, farMm, setup }: CameraMode): number {
  const depth = openScene({ width, height, step: Math.ceil(width / COARSE_PIXELS), noise: 'none', seed: 0, setup }).render(0);
  return depth.reduce((sum, mm) => sum + Number(mm > 0 && mm >= nearMm && mm <= farMm), 0) / depth.length;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const isSameStream = (a: DepthControl, b: DepthControl) =>
  a.session === b.session && a.fps === b.fps && a.width === b.width && a.height === b.height && a.encoding === b.encoding;

/**
 * Detects `start` messages that waited in a queue for more than their `ttl`. This compares `issuedAt` with the device's clock, which may
 * be wrong: two starts that arrive at the same interval as they were issued also count as fresh, and correct the offset of the clocks.
 */
function freshness() {
  let ahead = 0;
  let before: { issuedAt: number; arrived: number } | undefined;
  return ({ issuedAt, ttl }: DepthControl, arrived: number): boolean => {
    const apart = before && { issued: issuedAt - before.issuedAt, arrived: arrived - before.arrived };
    before = { issuedAt, arrived };
    ahead = Math.min(ahead, arrived - issuedAt);
    if (arrived - issuedAt - ahead <= ttl * 1000) return true;
    if (!apart || apart.issued < JITTER_MS || Math.abs(apart.issued - apart.arrived) >= JITTER_MS) return false;
    ahead = arrived - issuedAt;
    return true;
  };
}
