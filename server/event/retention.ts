import type { Logger } from 'pino';
import { MINUTE_MS } from '../../contract/duration';
import type { Database } from '../db/database';
import { startUpkeep, type Upkeep } from '../upkeep';
import { pruneEvents } from './queries';

const EVERY_MS = 10 * MINUTE_MS;
/** Events per transaction: short ones do not block other writes. */
const AT_ONCE = 2000;

interface Parts {
  db: Database;
  log: Logger;
  now: () => number;
  keepMs: number;
}

/** Removes expired events in the background. */
export function startEventRetention({ db, log, now, keepMs }: Parts): Upkeep {
  return startUpkeep({ everyMs: EVERY_MS, log, trouble: 'old events could not be removed' }, (repeat) =>
    repeat(async () => (await pruneEvents(db, now() - keepMs, AT_ONCE)) === AT_ONCE),
  );
}
