import type { Database } from '../db/database';
import type { Target } from './claims';
import type { Outcome } from './journal';
import type { Notice, OwnerNotice } from './mail-text';

const DAY_MS = 86_400_000;
/** Nothing but failures for this long, and the callback is switched off; its owner is warned before. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;
const WARNED_AFTER_MS = DISABLED_AFTER_MS / 2;

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
  await set(trx, target, { warnedAt: now });
  return [noticeOf('warned', target)];
}

/** Keeps in mind until when the receiver asked not to be disturbed; one that is no longer the callback's has no say. */
export async function saveHold(trx: Database, target: Target, outcomes: Outcome[]) {
  const own = outcomes.filter(({ url }) => url === target.url);
  const holdUntil = Math.max(target.holdUntil, ...own.map((outcome) => outcome.holdUntil));
  if (holdUntil > target.holdUntil) await set(trx, target, { holdUntil });
}

/** The `target` is what the rest of the transaction goes by, so it changes as the row does; of another URL by now, nothing is known. */
async function set(
  trx: Database,
  target: Target,
  changes: Partial<Pick<Target, 'failingSince' | 'warnedAt' | 'holdUntil' | 'status' | 'disabledReason'>>,
) {
  Object.assign(target, changes);
  await trx.updateTable('webhook').set(changes).where('applicationId', '=', target.applicationId).where('url', '=', target.url).execute();
}

async function disable(trx: Database, target: Target, reason: 'gone' | 'failing', now: number): Promise<OwnerNotice[]> {
  if (target.status === 'disabled') return [];
  await set(trx, target, { status: 'disabled', disabledReason: reason });
  await trx.updateTable('webhook').set({ updatedAt: now }).where('applicationId', '=', target.applicationId).execute();
  target.isActive = false;
  return [noticeOf(reason, target)];
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
