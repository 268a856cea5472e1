/** An answer that was longer on its way says too little about the time. */
const QUICK_MS = 2000;
/** What a `Date` header, which counts whole seconds, and the way here leave open. */
const UNSURE_MS = 3000;

let behindMs = 0;

/** Now by the platform's clock, ms since the epoch: what it tells of is measured against it, whatever this machine's clock says. */
export const platformNow = (): number => Date.now() + behindMs;

/** Sets the clock by an answer of the platform. @param date its header (RFC 9110, 6.6.1) @param sentAt when it was asked, by this machine's clock */
export function setClock(date: string | undefined, sentAt: number, now = Date.now()): void {
  const said = Date.parse(date ?? '');
  if (Number.isNaN(said) || now - sentAt > QUICK_MS) return;
  const difference = said + 500 - now;
  // A second more or less is the header's: what is counted by seconds would jump.
  if (Math.abs(difference - behindMs) < QUICK_MS) return;
  behindMs = Math.abs(difference) > UNSURE_MS ? difference : 0;
}
