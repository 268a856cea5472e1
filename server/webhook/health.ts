import { DAY_MS } from '../../contract/duration';
import type { Database } from '../db/database';
import type { Target } from './claims';
import type { Outcome } from './journal';
import type { Notice, OwnerNotice } from './mail-text';

/** Nothing but failures for this long, and the callback is switched off; its owner is warned before. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;
const WARNED_AFTER_MS = DISABLED_AFTER_MS / 2;

/** Tries that were made with the settings as they are by now: another URL, or one that was switched off and on, starts with a clean slate. */
export const triesOf = (target: Target, outcomes: Outcome[]): Outcome[] =>
  outcomes.filter(({ record, settings }) => record.applicationId === target.applicationId && settings === target.updatedAt);

/** Keeps in mind since when a callback only fails, and draws the consequences. @returns what its owner is told once this is committed */
export async function saveHealth(trx: Database, target: Target, outcomes: Outcome[], now: number): Promise<OwnerNotice[]> {
  const errors = outcomes.map(({ answered }) => answered.error);
  if (errors.includes('gone')) return disable(trx, target, 'gone', now);
  if (errors.includes(null)) {
    if (target.failingSince !== 0) await set(trx, target, { failingSince: 0, warnedAt: 0 });
    return [];
  }
  if (target.failingSince === 0) {
    await set(trx, target, { failingSince: outcomes[0]?.at ?? now });
    return [];
  }
  const failingMs = now - target.failingSince;
  if (failingMs >= DISABLED_AFTER_MS) return disable(trx, target, 'failing', now);
  if (failingMs < WARNED_AFTER_MS || target.warnedAt !== 0) return [];
  return (await set(trx, target, { warnedAt: now })) ? [noticeOf('warned', target)] : [];
}

/** Keeps in mind until when the receiver asked not to be disturbed. */
export async function saveHold(trx: Database, target: Target, outcomes: Outcome[]) {
  const holdUntil = Math.max(target.holdUntil, ...outcomes.map((outcome) => outcome.holdUntil));
  if (holdUntil > target.holdUntil) await set(trx, target, { holdUntil });
}

async function disable(trx: Database, target: Target, reason: 'gone' | 'failing', now: number): Promise<OwnerNotice[]> {
  if (target.status === 'disabled') return [];
  if (!(await set(trx, target, { status: 'disabled', disabledReason: reason, updatedAt: now }))) return [];
  target.isActive = false;
  return [noticeOf(reason, target)];
}

/**
 * Updates `target` along with the row, because the rest of the transaction uses it.
 * @returns false: the settings were changed since they were read, so the results say nothing about them
 */
async function set(
  trx: Database,
  target: Target,
  changes: Partial<Pick<Target, 'failingSince' | 'warnedAt' | 'holdUntil' | 'status' | 'disabledReason' | 'updatedAt'>>,
): Promise<boolean> {
  const { applicationId, url, updatedAt } = target;
  const { numUpdatedRows } = await trx
    .updateTable('webhook')
    .set(changes)
    .where('applicationId', '=', applicationId)
    .where('url', '=', url)
    .where('updatedAt', '=', updatedAt)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  Object.assign(target, changes);
  return true;
}

const noticeOf = (notice: Notice, { ownerEmail, appKey, name, url, failingSince }: Target): OwnerNotice => ({
  notice,
  to: ownerEmail,
  appKey,
  project: name,
  url,
  failingSince,
  disablesAt: failingSince + DISABLED_AFTER_MS,
});
