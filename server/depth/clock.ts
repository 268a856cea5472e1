/** Frames of so long ago say nothing of a clock that drifts. */
const WINDOW_MS = 10_000;
/** An answer that took longer tells too little. */
const MAX_ROUND_MS = 2000;
const REPORT_KEPT_MS = 120_000;

/** How far a device's clock is ahead of the platform's. */
export interface ClockEstimate {
  aheadMs: number;
  /** Null: known from frames alone, the fastest of which is taken to need no time. */
  withinMs: number | null;
}

/** Learns a device's clock from its answers to `start` (as NTP does), and, where it says no time in them, from its fastest frames. Times are milliseconds. */
export class DeviceClock {
  #report?: ClockEstimate & { at: number };
  #fastest: { at: number; ahead: number }[] = [];

  /** @param issuedAt when the start was sent, by the platform's clock @param deviceTime when it was answered, by the device's @param now when the answer came */
  answered(issuedAt: number, deviceTime: number, now: number) {
    const round = now - issuedAt;
    if (round < 0 || round > MAX_ROUND_MS) return;
    const withinMs = round / 2;
    if (this.#report && now - this.#report.at < REPORT_KEPT_MS && (this.#report.withinMs ?? 0) <= withinMs) return;
    this.#report = { aheadMs: deviceTime - (issuedAt + now) / 2, withinMs, at: now };
  }

  frame(capturedAt: number, now: number) {
    const ahead = capturedAt - now;
    // The first one left is the fastest of the window; a slower one that is also older will never be.
    while (this.#fastest.length > 0 && (this.#fastest.at(-1)?.ahead ?? 0) <= ahead) this.#fastest.pop();
    this.#fastest.push({ at: now, ahead });
    while (now - (this.#fastest[0]?.at ?? now) > WINDOW_MS) this.#fastest.shift();
  }

  estimate(): ClockEstimate | null {
    if (this.#report) return { aheadMs: this.#report.aheadMs, withinMs: this.#report.withinMs };
    const [fastest] = this.#fastest;
    return fastest ? { aheadMs: fastest.ahead, withinMs: null } : null;
  }
}
