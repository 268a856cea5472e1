import { DAY_MS } from '../../contract/duration';
import { SCHEDULE_S } from '../../contract/webhook';

export const LONGEST_WAIT_MS = DAY_MS;
/** Jitter makes a wait shorter by up to this much, so that a try is never later than the schedule says. */
export const JITTER = 0.15;

/** When a record that has been tried so often, and failed, is due again, in milliseconds from now; undefined: never. */
export function waitBefore(tries: number): number | undefined {
  const scheduled = SCHEDULE_S[tries];
  return scheduled === undefined ? undefined : scheduled * 1000 * (1 - JITTER * Math.random());
}

/** `Retry-After` of a 429 or a 503 (RFC 9110 §10.2.3), in milliseconds; undefined when it says nothing. */
export function retryAfterOf(status: number, headers: Record<string, string>, now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value || (status !== 429 && status !== 503)) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : undefined;
}
