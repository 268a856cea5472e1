/** Slower answers are too inaccurate for the clock. */
const QUICK_MS = 2000;
/** Uncertainty by the whole seconds of the `Date` header, and by the latency. */
const UNSURE_MS = 3000;

let behindMs = 0;

/** Now by the platform's clock, ms since the epoch: for comparison with its times, whatever this computer's clock says. */
export const platformNow = (): number => Date.now() + behindMs;

/** Sets the clock from a response. @param date its `Date` header (RFC 9110, 6.6.1) @param sentAt time of the request, by the local clock */
export function setClock(date: string | undefined, sentAt: number, now = Date.now()): void {
  const said = Date.parse(date ?? '');
  if (Number.isNaN(said) || now - sentAt > QUICK_MS) return;
  const difference = said + 500 - now;
  // Small differences come from the header's resolution; following them would make counters jump.
  if (Math.abs(difference - behindMs) < QUICK_MS) return;
  behindMs = Math.abs(difference) > UNSURE_MS ? difference : 0;
}
