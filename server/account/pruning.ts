import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { ATTEMPT_KEPT_MS } from './attempts';
import type { Mailer } from './mail';

const HOUR = 3_600_000;

interface Parts {
  db: Database;
  mailer: Mailer;
  now: () => number;
  log: Logger;
}

/** Removes sessions, codes, attempts and mails that have expired, now and every hour. */
export function startPruning({ db, mailer, now, log }: Parts) {
  let running = prune().catch(tell);
  const timer = setInterval(run, HOUR).unref();

  function run() {
    running = running.then(prune).catch(tell);
    return running;
  }

  async function prune() {
    await removeExpired(db, now());
    await mailer.prune(now());
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

async function removeExpired(db: Database, now: number): Promise<void> {
  await db.deleteFrom('session').where('expiresAt', '<=', now).execute();
  await db.deleteFrom('mailCode').where('expiresAt', '<=', now).execute();
  await db
    .deleteFrom('attempt')
    .where('at', '<=', now - ATTEMPT_KEPT_MS)
    .execute();
}
