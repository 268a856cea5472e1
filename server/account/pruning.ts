import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { ATTEMPT_KEPT_MS } from './attempts';

const HOUR = 3_600_000;

/** Removes what has expired, now and every hour. */
export function startPruning(db: Database, now: () => number, log: Logger) {
  let running = prune(db, now()).catch(tell);
  const timer = setInterval(run, HOUR).unref();

  function run() {
    running = running.then(() => prune(db, now())).catch(tell);
    return running;
  }

  function tell(error: unknown) {
    log.error({ err: error }, 'what has expired could not be removed');
  }

  return {
    /** Prunes once more and waits for it. */
    run,
    close: () => {
      clearInterval(timer);
      return running;
    },
  };
}

async function prune(db: Database, now: number): Promise<void> {
  await db.deleteFrom('session').where('expiresAt', '<=', now).execute();
  await db.deleteFrom('mailCode').where('expiresAt', '<=', now).execute();
  await db
    .deleteFrom('attempt')
    .where('at', '<=', now - ATTEMPT_KEPT_MS)
    .execute();
}
