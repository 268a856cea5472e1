import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import { BusinessError, found } from '../errors';
import { upgradesNeeding } from '../upgrade/queries';
import { deletePacket } from './queries';

/**
 * Deletes a packet's row. A concurrent new upgrade locks the packet (`holdPacket`): either it is counted here, or it finds no packet.
 * @returns the key of its content, to be removed now @throws BusinessError packetInUse, or notFound
 */
export function removePacket(db: Database, id: number): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const row = trx.selectFrom('packet').select('key').where('id', '=', id);
    const { key } = found(await row.$if(isPostgres(trx), (rows) => rows.forUpdate()).executeTakeFirst());
    const [count = 0] = await upgradesNeeding(trx, [id]);
    if (count > 0) throw new BusinessError('packetInUse', { values: { count } });
    await deletePacket(trx, id);
    return key;
  });
}
