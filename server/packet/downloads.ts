import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { LINK_KEPT_MS } from './links';
import { countDownload } from './queries';

/** A range of sent bytes, both ends inclusive. */
export type Span = [first: number, last: number];

/** Maximum downloads tracked at once; beyond it, the oldest are forgotten. */
const MOST = 10_000;

export type Downloads = ReturnType<typeof openDownloads>;

/** Counts a download once all its bytes were sent, in whatever pieces, over however many connections. */
export function openDownloads(db: Database, log: Logger, now: () => number) {
  const followed = new Map<string, { spans: Span[]; since: number }>();
  let counting: Promise<unknown> = Promise.resolve();

  return {
    /** @param who identifies a receiver: its link and its address */
    sent(packet: { id: number; size: number }, who: string, span: Span): void {
      if (span[1] < span[0]) return;
      const known = followed.get(who);
      const spans = merged([...(known && now() - known.since < LINK_KEPT_MS ? known.spans : []), span]);
      followed.delete(who);
      if (spans.length > 1 || spans[0]?.[0] !== 0 || spans[0][1] < packet.size - 1) {
        followed.set(who, { spans, since: now() });
        for (const oldest of followed.keys()) if (followed.size > MOST) followed.delete(oldest);
        return;
      }
      counting = countDownload(db, packet.id).catch((error) => log.warn({ err: error }, 'a download could not be counted'));
    },
    settle: () => counting,
  };
}

/** Sorted and without overlaps; adjacent spans are joined. */
export function merged(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const [first, last] of spans.toSorted(([a], [b]) => a - b)) {
    const before = result.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}
