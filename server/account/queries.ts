import { sql } from 'kysely';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { AccountRow } from '../db/tables';

/** What every call has to know of who makes it; the avatar and the password's hash stay in the database. */
export type Account = Pick<AccountRow, 'id' | 'email' | 'name'>;

/** The account a living session belongs to: one indexed read, made for every call, written out because building it takes longer than running it. */
export async function accountByToken(db: Database, tokenHash: string, now: number) {
  type Row = Account & { sessionId: number; lastSeenAt: number };
  const { rows } = await sql<Row>`select session.id as "sessionId", session."lastSeenAt", account.id, account.email, account.name
    from session inner join account on account.id = session."accountId"
    where session."tokenHash" = ${tokenHash} and session."expiresAt" > ${now}`.execute(db);
  if (!rows[0]) return undefined;
  const { sessionId, lastSeenAt, ...account } = rows[0];
  return { account: account satisfies Account, sessionId, lastSeenAt };
}

export function accountById(db: Database, id: number) {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Holds an account as it is until the transaction ends: nobody closes it, or changes its password, under what is made for it.
 * @returns the hash of its password; undefined when it is closed
 */
export async function holdAccount(trx: Database, id: number): Promise<string | undefined> {
  const account = trx.selectFrom('account').select('passwordHash').where('id', '=', id);
  const row = await account.$if(isPostgres(trx), (held) => held.forShare()).executeTakeFirst();
  return row?.passwordHash || undefined;
}

export function accountByEmail(db: Database, email: string) {
  return db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
}

export async function isAnyAccount(db: Database) {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The new account, or undefined when its email is taken. Ids are counted here and not by a sequence, whose holes (a refused insert,
 * a crash) could skip 1, the admin's; two inserts at once that count alike are settled by trying again.
 */
export async function insertAccount(
  db: Database,
  draft: Pick<AccountRow, 'email' | 'name' | 'passwordHash' | 'createdAt'>,
): Promise<AccountRow | undefined> {
  for (;;) {
    const row = await db
      .insertInto('account')
      .values({ ...draft, avatar: '', id: sql<number>`(select coalesce(max(id), 0) + 1 from account)` })
      .onConflict((taken) => taken.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row || (await accountByEmail(db, draft.email))) return row;
  }
}

/** Changes what is given of an account. @returns undefined when it is closed */
export async function updateAccount(db: Database, id: number, changes: Partial<Pick<AccountRow, 'name' | 'avatar' | 'passwordHash'>>) {
  if (Object.values(changes).every((value) => value === undefined)) return accountById(db, id);
  return db.updateTable('account').set(changes).where('id', '=', id).where('passwordHash', '<>', '').returningAll().executeTakeFirst();
}
