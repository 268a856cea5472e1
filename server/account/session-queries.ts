import type { Insertable } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../contract/duration';
import type { Database } from '../db/database';
import type { Tables } from '../db/tables';
import { holdAccount } from './queries';

/** A session ends when it was not used for so long. */
const LIFETIME_MS = 30 * DAY_MS;
/** A session's last use is written no more often than this: a call is a read. */
const RENEWAL_MS = MINUTE_MS;
/** As many as a person can look through. */
const MAX_LISTED = 100;

/**
 * Opens a session that is not renewed yet.
 * @param passwordHash of the password that was found right @returns when it ends unless it is used; undefined when the account has been closed, or has another password, since
 */
export function insertSession(
  db: Database,
  session: Omit<Insertable<Tables['session']>, 'id' | 'lastSeenAt' | 'expiresAt'>,
  passwordHash: string,
): Promise<number | undefined> {
  const expiresAt = session.createdAt + LIFETIME_MS;
  return db.transaction().execute(async (trx) => {
    if ((await holdAccount(trx, session.accountId)) !== passwordHash) return undefined;
    await trx
      .insertInto('session')
      .values({ ...session, lastSeenAt: session.createdAt, expiresAt })
      .execute();
    return expiresAt;
  });
}

export const isDueForRenewal = (lastSeenAt: number, now: number): boolean => now - lastSeenAt >= RENEWAL_MS;

/** Of several calls at once only the first one writes. */
export async function renewSession(db: Database, id: number, now: number) {
  await db
    .updateTable('session')
    .set({ lastSeenAt: now, expiresAt: now + LIFETIME_MS })
    .where('id', '=', id)
    .where('lastSeenAt', '<=', now - RENEWAL_MS)
    .execute();
}

/** The living sessions of an account, the latest used first. */
export function sessionsOfAccount(db: Database, accountId: number, now: number) {
  return db
    .selectFrom('session')
    .select(['id', 'userAgent', 'address', 'createdAt', 'lastSeenAt'])
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
}

/** Ends one session. @returns was there one? */
export async function deleteSession(db: Database, accountId: number, id: number) {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Ends every session of an account but, when it is given, one. */
export async function deleteSessions(db: Database, accountId: number, exceptId?: number) {
  await db
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .$if(exceptId !== undefined, (all) => all.where('id', '<>', exceptId ?? 0))
    .execute();
}
