import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { pruneEvents } from './queries';

const EVERY_MS = 10 * 60_000;
/** Events of one short transaction: nobody waits for the retention. */
const AT_ONCE = 2000;

interface Parts {
  db: Database;
  log: Logger;
  now: () => number;
  keepMs: number;
}

/** Removes events that are too old, in the background. */
export function startRetention({ db, log, now, keepMs }: Parts) {
  let closing = false;
  let work = Promise.resolve();
  const timer = setInterval(run, EVERY_MS).unref();

  function run(): Promise<void> {
    work = work.then(prune).catch((error) => log.error({ err: error }, 'old events could not be removed'));
    return work;
  }

  async function prune() {
    while (!closing && (await pruneEvents(db, now() - keepMs, AT_ONCE)) === AT_ONCE) await breathe();
  }

  return {
    run,
    close: () => {
      closing = true;
      clearInterval(timer);
      return work;
    },
  };
}
