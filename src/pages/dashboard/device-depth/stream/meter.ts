import { type DepthMessage, STALLED_AFTER_MS } from '@contract/depth';
import type { ArrivedFrame } from './open-stream';

/** Statistics of the stream. */
export interface StreamStatistics {
  /** Undefined during the first half second, because several frames may arrive at once after a pause. */
  shownFps?: number;
  /** Undefined during the first half second, too. */
  bitsPerSecond?: number;
  /** Frames per second captured by the sensor; undefined before the second frame. */
  sensorFps?: number;
  /** Time from capture to the painted picture, over the last 10 s; undefined before the first frame. */
  latency?: { medianMs: number; p95Ms: number; isEstimated: boolean };
  /** Frames skipped in favour of newer ones, on the way or on the page. */
  dropped: number;
  refused: number;
  decodeMs: number;
  /** Undefined while there is no connection. */
  viewers?: number;
}

const RATE_MS = 2000;
const SHORTEST_RATE_MS = 500;
/** With a larger uncertainty of the device's clock, the latency is marked as estimated. */
const ROUGH_MS = 25;
const LATENCY_MS = 10_000;

/** Computes the statistics of a stream from the events of its frames. */
export function createMeter() {
  let arrivals: { at: number; seq: number; capturedMs: number; bytes: number; decodeMs: number }[] = [];
  let shown: { at: number; capturedMs: number }[] = [];
  let dropped = 0;
  let refused = 0;
  let viewers: number | undefined;
  let last: { seq: number; session: number } | undefined;
  /** Clock offsets: device minus platform, and platform minus page. */
  let device: { aheadMs: number; withinMs: number | null } | undefined;
  let platformAhead: { ms: number; roundTrip: number; at: number } | undefined;

  function hear(message: DepthMessage, at: number) {
    if (message.type === 'hello' || message.type === 'stats') viewers = message.viewers;
    if (message.type === 'stats') device = message.clock ?? undefined;
    if (message.type !== 'pong') return;
    const roundTrip = at - message.sentAt;
    // The fastest round trip gives the best estimate, for a minute, because clocks drift.
    if (platformAhead && platformAhead.roundTrip < roundTrip && at - platformAhead.at < 60_000) return;
    platformAhead = { ms: message.at - (message.sentAt + at) / 2, roundTrip, at };
  }

  function arrived({ header: { seq, session, capturedAt }, bytes, at, decodeMs }: ArrivedFrame) {
    if (last?.session === session && seq > last.seq) dropped += seq - last.seq - 1;
    else arrivals = [];
    last = { seq, session };
    arrivals.push({ at, seq, capturedMs: capturedAt / 1000, bytes, decodeMs });
    arrivals = arrivals.filter((one) => at - one.at <= LATENCY_MS);
  }

  function wasShown({ header: { capturedAt } }: Pick<ArrivedFrame, 'header'>, at: number) {
    shown.push({ at, capturedMs: capturedAt / 1000 });
    shown = shown.filter((one) => at - one.at <= LATENCY_MS);
  }

  /** The offset of the device's clock to the page's in ms. If it is unknown, the fastest frame is assumed to have no latency. */
  function clock() {
    // A lower bound, because no frame arrives before its capture.
    const least = Math.max(...arrivals.map(({ at, capturedMs }) => capturedMs - at));
    if (!device || !platformAhead) return { ahead: least, isEstimated: true };
    return { ahead: Math.max(least, device.aheadMs + platformAhead.ms), isEstimated: (device.withinMs ?? Infinity) > ROUGH_MS };
  }

  function read(now: number): StreamStatistics {
    const rated = ratedOf(arrivals, now);
    const [first, latest] = [rated[0], rated.at(-1)];
    const capturedFor = first && latest ? latest.capturedMs - first.capturedMs : 0;
    return {
      shownFps: perSecond(shown, now, () => 1),
      sensorFps: arrivals.length < 2 ? undefined : first && latest && capturedFor > 0 ? ((latest.seq - first.seq) / capturedFor) * 1000 : 0,
      latency: latency(now),
      dropped,
      refused,
      bitsPerSecond: perSecond(arrivals, now, ({ bytes }) => bytes * 8),
      decodeMs: quantile(
        rated.map((one) => one.decodeMs),
        0.5,
      ),
      viewers,
    };
  }

  function latency(now: number) {
    const recent = shown.filter(({ at }) => now - at <= LATENCY_MS);
    if (recent.length === 0 || arrivals.length === 0) return undefined;
    const { ahead, isEstimated } = clock();
    const delays = recent.map(({ at, capturedMs }) => Math.max(0, at + ahead - capturedMs));
    return { medianMs: quantile(delays, 0.5), p95Ms: quantile(delays, 0.95), isEstimated };
  }

  return {
    hear,
    arrived,
    wasShown,
    /** A frame was replaced by a newer one before it was painted. */
    wasOvertaken: () => {
      dropped += 1;
    },
    wasRefused: () => {
      refused += 1;
    },
    read,
    /** Call when another stream begins. */
    reset() {
      arrivals = [];
      shown = [];
      last = undefined;
      viewers = undefined;
    },
  };
}

export type Meter = ReturnType<typeof createMeter>;

interface Timed {
  at: number;
}

/** The frames for a rate: those of the last two seconds, or the last two of a slow stream; none of a stalled one. */
function ratedOf<T extends Timed>(frames: T[], now: number): T[] {
  const recent = frames.filter(({ at }) => now - at <= RATE_MS);
  if (recent.length >= 2) return recent;
  const [latest] = frames.slice(-1);
  return latest && now - latest.at <= STALLED_AFTER_MS ? frames.slice(-2) : [];
}

/** The amount per second. It decreases when the stream stops; undefined for less than half a second of frames. */
function perSecond<T extends Timed>(frames: T[], now: number, amount: (frame: T) => number): number | undefined {
  if (frames.length < 2) return undefined;
  const rated = ratedOf(frames, now);
  const [first, latest] = [rated[0], rated.at(-1)];
  if (!first || !latest) return 0;
  const lastedMs = Math.max(latest.at - first.at, now - latest.at);
  const total = rated.slice(1).reduce((sum, frame) => sum + amount(frame), 0);
  return lastedMs < SHORTEST_RATE_MS ? undefined : (total * 1000) / lastedMs;
}

function quantile(values: number[], share: number): number {
  const sorted = values.slice().sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
