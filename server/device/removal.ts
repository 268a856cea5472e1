import type { Database } from '../db/database';
import type { Outbox } from '../webhook/outbox';
import { deleteDevices } from './changes';

/** Deletes devices as their owner asks. Of those that were online callbacks tell that they are not: nothing else is left to say so. @returns how many there were */
export async function removeDevices(trx: Database, outbox: Outbox, applicationId: number, ids: number[], now: number): Promise<number> {
  const gone = await deleteDevices(trx, applicationId, ids);
  const online = gone.filter(({ state }) => state === 'online');
  await outbox.within(
    trx,
    online.map(({ id, sn, address }) => ({
      applicationId,
      deviceId: id,
      sn,
      type: 'device.offline',
      reason: 'deleted',
      address,
      name: '',
      data: 'null',
      at: now,
    })),
  );
  return gone.length;
}
