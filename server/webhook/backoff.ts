import { SCHEDULE_S } from '../../contract/webhook';

export const LONGEST_WAIT_MS = 86_400_000;
/** Jitter makes a wait shorter by up to this much, so that a try is never later than the schedule says. */
export const JITTER = 0.15;

/**
 * When a record that has failed is tried next, in milliseconds from now; undefined: never again.
 * @param tries how often it has been tried
 * @param retryAfterMs what the receiver asked for: it is not disturbed before
 */
export function waitBefore(tries: number, retryAfterMs = 0, random = Math.random): number | undefined {
  const scheduled = SCHEDULE_S[tries];
  if (scheduled === undefined) return undefined;
  return Math.max(scheduled * 1000 * (1 - JITTER * random()), Math.min(retryAfterMs, LONGEST_WAIT_MS));
}

/** `Retry-After` of a 429 or a 503 (RFC 9110 §10.2.3), in milliseconds; undefined when it says nothing. */
export function retryAfterOf(status: number, headers: Record<string, string>, now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value || (status !== 429 && status !== 503)) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : undefined;
}
