import type { Database } from '../db/database';
import type { AccountRow } from '../db/tables';
import { BusinessError } from '../errors';
import { deleteSessions } from './session-queries';

/**
 * Erases who an account was. Its row stays, without a name, so that its number is never somebody else's; what stands in place of the
 * email is no email, and with no password nobody signs in.
 * @throws BusinessError accountHasProjects
 */
export function closeAccount(db: Database, { id, email }: AccountRow): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('account')
      .set({ email: `closed ${id}`, name: '', avatar: '', passwordHash: '' })
      .where('id', '=', id)
      .execute();
    const { count } = await trx
      .selectFrom('application')
      .select((q) => q.fn.countAll<number>().as('count'))
      .where('ownerId', '=', id)
      .executeTakeFirstOrThrow();
    if (Number(count) > 0) throw new BusinessError('accountHasProjects', { values: { count } });
    await trx.deleteFrom('mailCode').where('email', '=', email).execute();
    await deleteSessions(trx, id);
  });
}
