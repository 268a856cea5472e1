import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DAY_MS, HOUR_MS } from '../../contract/duration';
import type { Database } from '../db/database';
import { startUpkeep, type Upkeep } from '../upkeep';
import { dropSome, ROWS_AT_ONCE } from './changes';
import { holding } from './steps';

/** Nobody is expected to look up an upgrade later than this. */
const KEPT_MS = 180 * DAY_MS;

interface Parts {
  db: Database;
  log: Logger;
  now: () => number;
}

/** Removes upgrades that ended long ago, in the background, unless one is the latest of any of its devices. */
export function startUpgradeRetention({ db, log, now }: Parts): Upkeep {
  return startUpkeep({ everyMs: HOUR_MS, log, trouble: 'old upgrades could not be removed' }, async (repeat) => {
    const before = now() - KEPT_MS;
    for (const id of await endedBefore(db, before)) {
      if (await isLastOfAny(db, id)) continue;
      await repeat(async () => {
        // Checked under the lock: a retry meanwhile makes it active again, and it stays.
        const isMore = await holding(db, id, async (trx, upgrade) => isOver(upgrade, before) && dropSome(trx, id));
        return isMore ?? false;
      });
    }
  });
}

const isOver = ({ settled, finishedAt }: { settled: number; finishedAt: number }, before: number) => settled === 1 && finishedAt < before;

async function endedBefore(db: Database, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('upgrade')
    .select('id')
    .where('settled', '=', 1)
    .where('finishedAt', '<', before)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Is this the latest upgrade of any existing device? */
async function isLastOfAny(db: Database, upgradeId: number): Promise<boolean> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('upgradeDevice')
      .innerJoin('device', 'device.id', 'upgradeDevice.deviceId')
      .select('deviceId')
      .select(({ selectFrom }) =>
        selectFrom('upgradeDevice as each')
          .select(({ fn }) => fn.max('each.upgradeId').as('id'))
          .whereRef('each.deviceId', '=', 'device.id')
          .as('lastId'),
      )
      .where('upgradeId', '=', upgradeId)
      .where('deviceId', '>', after)
      .orderBy('deviceId')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.some(({ lastId }) => lastId === upgradeId)) return true;
    const last = rows.at(-1);
    if (!last) return false;
    after = last.deviceId;
    await breathe();
  }
}
