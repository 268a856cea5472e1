/** Counts takes of a key within a window that begins with the first. Times are milliseconds since the epoch. */
export class Throttle {
  readonly #windows = new Map<string, { began: number; taken: number }>();

  constructor(readonly limit: { max: number; windowMs: number }) {}

  /** Takes one. @returns false when the window's are spent */
  take(key: string, at: number): boolean {
    const open = this.#open(key, at);
    if (open) return ++open.taken <= this.limit.max;
    this.begin(key, at);
    return true;
  }

  /** Takes the first of a new window, whatever became of the last. */
  begin(key: string, at: number): void {
    if (this.#windows.size > 100_000) this.#windows.clear();
    this.#windows.set(key, { began: at, taken: 1 });
  }

  /** How many could not be taken in the last window: for a take that begins the next one to say. */
  leftOut(key: string): number {
    return Math.max(0, (this.#windows.get(key)?.taken ?? 0) - this.limit.max);
  }

  isSpent(key: string, at: number): boolean {
    return (this.#open(key, at)?.taken ?? 0) >= this.limit.max;
  }

  // A clock that was set back must not keep a window open for ever.
  #open(key: string, at: number) {
    const window = this.#windows.get(key);
    return window && at >= window.began && at - window.began < this.limit.windowMs ? window : undefined;
  }
}
