import type { Logger } from 'pino';
import { HOUR_MS } from '../../contract/duration';
import type { Database } from '../db/database';
import { startUpkeep, type Upkeep } from '../upkeep';
import { ATTEMPT_KEPT_MS } from './attempts';
import type { Mailer } from './mail';

interface Parts {
  db: Database;
  mailer: Mailer;
  now: () => number;
  log: Logger;
}

/** Removes sessions, codes, attempts and mails that have expired, now and every hour. */
export function startPruning({ db, mailer, now, log }: Parts): Upkeep {
  const pruning = startUpkeep({ everyMs: HOUR_MS, log, trouble: 'what has expired could not be removed' }, async () => {
    await removeExpired(db, now());
    await mailer.prune(now());
  });
  void pruning.run();
  return pruning;
}

async function removeExpired(db: Database, now: number): Promise<void> {
  await db.deleteFrom('session').where('expiresAt', '<=', now).execute();
  await db.deleteFrom('mailCode').where('expiresAt', '<=', now).execute();
  await db
    .deleteFrom('attempt')
    .where('at', '<=', now - ATTEMPT_KEPT_MS)
    .execute();
}
