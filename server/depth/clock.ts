/** Older frames are ignored, because clocks drift. */
const WINDOW_MS = 10_000;
/** Slower answers are too inaccurate. */
const MAX_ROUND_MS = 2000;
const REPORT_KEPT_MS = 120_000;

/** Offset of a device's clock from the platform's. */
export interface ClockEstimate {
  aheadMs: number;
  /** Accuracy. Null: estimated from frames alone, assuming that the fastest took no time. */
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
    // Monotonic queue: its first entry is the fastest of the window; older entries that are slower can never become it.
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
