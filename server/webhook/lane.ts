import type { Claimed, Due } from './claims';

/** Concurrent deliveries of this process. */
const TOTAL = 512;
/** Concurrent deliveries per callback: at first, at least (while it answers slowly), at most. */
const START = 8;
const LEAST = 2;
const MOST = 64;
/** A delivery that takes longer is slow. All slow callbacks together get half of the capacity, so that the others always have some. */
const SLOW_MS = 2000;
const SLOW_TOTAL = TOTAL / 2;

/** One callback's share of what is in the air: it grows while the receiver is quick, and shrinks when it is slow. */
export class Lane implements Due {
  readonly inAir = new Map<number, { sn: string; since: number }>();
  ahead: Due['ahead'] = [];
  isMoreDue = true;
  /** There may be records to send. */
  isHungry = true;
  /** The lane's former instance may have left unfinished deliveries. */
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

  /** With many deliveries running, one ends soon and new ones can share its commit; with few, none may ever end. */
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
