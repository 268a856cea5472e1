import type { Logger } from 'pino';
import { MINUTE_MS } from '../../contract/duration';
import type { Database } from '../db/database';
import { deleteDevices } from '../device/changes';
import { dropSomeUpgrades } from '../upgrade/changes';
import { startUpkeep } from '../upkeep';
import { dropSomeCallbacks } from '../webhook/queries';

const DEVICES_AT_ONCE = 500;
/** What failed is tried again. */
const AGAIN_MS = MINUTE_MS;

interface Removal {
  /** Nobody finds the project any more once this resolves; what is in it goes in the background. */
  remove: (applicationId: number) => Promise<void>;
  /** Resolves when everything of removed projects is gone. */
  settle: () => Promise<void>;
  /** Stops after the chunk at hand; the next start goes on. */
  close: () => Promise<void>;
}

/** Deletes projects, however many devices they have, without keeping anybody waiting. Goes on with what an earlier process left, or could not do. */
export function openRemoval(db: Database, log: Logger): Removal {
  const { run, close } = startUpkeep({ everyMs: AGAIN_MS, log, trouble: 'removed projects could not be deleted yet' }, async (repeat) => {
    for (const id of await removedApplicationIds(db)) {
      await repeat(() => dropSomeUpgrades(db, id));
      await repeat(() => deleteSomeDevices(db, id));
      await repeat(() => dropSomeCallbacks(db, id));
      // A step as well: while the platform closes there may be some left, for the next start to find.
      await repeat(() => deleteEmpty(db, id));
    }
  });

  void run();
  return {
    remove: async (applicationId) => {
      await markRemoved(db, applicationId);
      void run();
    },
    settle: run,
    close,
  };
}

/** Without an owner it is nobody's: no session and no secret opens it, and its name is free. */
async function markRemoved(db: Database, id: number) {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('application').set({ ownerId: null, status: 'disabled' }).where('id', '=', id).execute();
    await trx.deleteFrom('applicationSecret').where('applicationId', '=', id).execute();
  });
}

async function removedApplicationIds(db: Database) {
  const rows = await db.selectFrom('application').select('id').where('ownerId', 'is', null).execute();
  return rows.map(({ id }) => id);
}

/** @returns were there any? */
function deleteSomeDevices(db: Database, applicationId: number) {
  return db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom('device').select('id').where('applicationId', '=', applicationId).limit(DEVICES_AT_ONCE).execute();
    await deleteDevices(
      trx,
      applicationId,
      rows.map(({ id }) => id),
    );
    return rows.length > 0;
  });
}

async function deleteEmpty(db: Database, id: number): Promise<boolean> {
  await db.deleteFrom('application').where('id', '=', id).execute();
  return false;
}
