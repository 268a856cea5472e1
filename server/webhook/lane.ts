import type { Claimed, Due } from './claims';

/** Deliveries in the air at the same time, of this process. */
const TOTAL = 512;
/** Of one callback: at first, while it answers slowly, and at the most. */
const START = 8;
const LEAST = 2;
const MOST = 64;
/** Who takes longer is slow. Slow callbacks together have half of the room, so that the others always find some. */
const SLOW_MS = 2000;
const SLOW_TOTAL = TOTAL / 2;

/** One callback's share of what is in the air: it grows while the receiver is quick, and shrinks when it is slow. */
export class Lane implements Due {
  readonly inAir = new Map<number, { sn: string; since: number }>();
  ahead: Due['ahead'] = [];
  isMoreDue = true;
  /** There may be something to put into the air. */
  isHungry = true;
  /** An earlier holder may have left something in the air. */
  isNew = true;
  /** The receiver asked not to be disturbed until then, as far as is known here: every turn asks the callback itself. */
  holdUntil = 0;
  /** Something is kept from when it was paused. */
  hasPaused = false;
  thawedAt = 0;
  allowed = START;
  renewedAt = 0;

  constructor(readonly applicationId: number) {}

  wake() {
    this.isHungry = true;
    this.isMoreDue = true;
  }

  add({ id, sn }: Claimed, now: number) {
    this.inAir.set(id, { sn, since: now });
  }

  land(id: number, durationMs: number) {
    this.inAir.delete(id);
    this.allowed = durationMs > SLOW_MS ? Math.max(LEAST, this.allowed / 2) : Math.min(MOST, this.allowed + 1 / 8);
  }

  isSlow(now: number): boolean {
    if (this.allowed < START) return true;
    for (const { since } of this.inAir.values()) return now - since > SLOW_MS;
    return false;
  }

  /** Where much is in the air something lands in a moment, and what flies next shares its commit; where little is, nothing may ever land. */
  isWorthACommit(room: number): boolean {
    return this.inAir.size < START || room >= this.inAir.size / 4;
  }

  get room(): number {
    return Math.floor(this.allowed) - this.inAir.size;
  }
}

/** How many more each of these lanes may put into the air now; those with the least there come first. */
export function shareRoom(all: Iterable<Lane>, hungry: Lane[], now: number): Map<Lane, number> {
  let free = TOTAL;
  let slowFree = SLOW_TOTAL;
  for (const lane of all) {
    free -= lane.inAir.size;
    if (lane.isSlow(now)) slowFree -= lane.inAir.size;
  }
  const shares = new Map<Lane, number>();
  const turns = [...hungry].sort((a, b) => a.inAir.size - b.inAir.size);
  for (const [at, lane] of turns.entries()) {
    const isSlow = lane.isSlow(now);
    const fair = Math.ceil(free / (turns.length - at));
    const share = Math.max(0, Math.min(lane.room, fair, isSlow ? slowFree : free));
    if (share === 0) continue;
    shares.set(lane, share);
    free -= share;
    if (isSlow) slowFree -= share;
  }
  return shares;
}
