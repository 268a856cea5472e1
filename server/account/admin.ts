import type { Config } from '../config';
import type { Database } from '../db/database';
import { hashPassword } from './passwords';
import { insertAccount, isAnyAccount } from './queries';

/** Makes account 1 of ADMIN_EMAIL and ADMIN_PASSWORD while there is no account at all. */
export async function ensureAdmin(db: Database, admin: Config['admin'], now: number): Promise<void> {
  if (!admin || (await isAnyAccount(db))) return;
  const passwordHash = await hashPassword(admin.password);
  await insertAccount(db, { email: admin.email, name: nameOf(admin.email), passwordHash, createdAt: now });
}

/** What an account is called until it says otherwise. */
export const nameOf = (email: string): string => email.slice(0, email.indexOf('@')).slice(0, 32);
