import type { Logger } from 'pino';
import { DAY_MS, MINUTE_MS } from '../../contract/duration';
import { dropOldRequests } from '../bin/queries';
import type { Database } from '../db/database';
import { startUpkeep, type Upkeep } from '../upkeep';
import { expirePaused, waitingProjects } from './claims';
import { dropRecords } from './queries';
import { pruneStats } from './stats';

const EVERY_MS = 10 * MINUTE_MS;
/** Records of one short transaction: nobody waits for the retention. */
const AT_ONCE = 500;
/** What could not be sent for so long is given up. */
export const PAUSED_KEPT_MS = 7 * DAY_MS;

interface Parts {
  db: Database;
  log: Logger;
  now: () => number;
  keepDays: number;
}

/** Removes records that are too old, and gives up those paused too long, in the background. */
export function startRecordRetention({ db, log, now, keepDays }: Parts): Upkeep {
  const keepMs = keepDays * DAY_MS;
  return startUpkeep({ everyMs: EVERY_MS, log, trouble: 'old callback records could not be removed' }, async (repeat) => {
    for (const { applicationId } of await waitingProjects(db, 'paused')) {
      await repeat(async () => (await expirePaused(db, applicationId, now() - PAUSED_KEPT_MS)) > 0);
    }
    await repeat(() => pruneRecords(db, now() - keepMs));
    await pruneStats(db, now(), keepMs);
    await dropOldRequests(db, now());
  });
}

/** Removes the oldest records, with their attempts: ids grow with time. @returns may there be more? */
async function pruneRecords(db: Database, before: number): Promise<boolean> {
  const oldest = await db.selectFrom('callbackRecord').select(['id', 'createdAt']).orderBy('id').limit(AT_ONCE).execute();
  const old = oldest.filter(({ createdAt }) => createdAt < before);
  await db.transaction().execute((trx) => dropRecords(trx, old));
  return old.length === AT_ONCE;
}
