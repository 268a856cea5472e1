import { sql } from 'kysely';
import type { MailCodePurpose } from '../../contract/account';
import { MINUTE_MS } from '../../contract/duration';
import type { Language } from '../../contract/errors';
import type { Database } from '../db/database';
import { BusinessError } from '../errors';
import type { Platform } from '../platform';
import { hashOf, newMailCode } from '../secrets';
import { countCodeSent } from './attempts';
import { codeMail, hasAccountMail } from './mail-text';
import { accountByEmail } from './queries';

const LIFETIME_MS = 15 * MINUTE_MS;
const TRIES = 5;

interface About {
  email: string;
  purpose: MailCodePurpose;
}

/**
 * Mails a code. Resetting the password of nobody takes the same steps and the same time, and sends nothing;
 * who wants to register again is mailed that there is an account.
 * @throws BusinessError tooManyRequests, unavailable (the mail server does not answer)
 */
export async function sendCode({ db, mailer, config, now }: Platform, about: About, language: Language): Promise<void> {
  await countCodeSent(db, about.email, now());
  await mailer.reach();
  const code = newMailCode();
  await keepCode(db, about, code, now() + LIFETIME_MS);
  const isKnown = (await accountByEmail(db, about.email)) !== undefined;
  const isRegistering = about.purpose === 'register';
  if (isKnown !== isRegistering) mailer.send({ to: about.email, code, ...codeMail(about.purpose, code, config.productName, language) });
  else if (isKnown) mailer.send({ to: about.email, ...hasAccountMail(config.productName, language) });
}

/** Accepts a code once. @throws BusinessError wrongCode when it is wrong, expired, used, or was tried too often */
export async function acceptCode(db: Database, about: About, code: string | undefined, now: number): Promise<void> {
  const known = await db
    .updateTable('mailCode')
    .set({ triesLeft: sql`${sql.ref('triesLeft')} - 1` })
    .where('email', '=', about.email)
    .where('purpose', '=', about.purpose)
    .where('triesLeft', '>', 0)
    .where('expiresAt', '>', now)
    .returning('codeHash')
    .executeTakeFirst();
  const isRight = known?.codeHash === codeHash(about, code ?? '') && (await takeCode(db, about, known.codeHash));
  if (!isRight) throw new BusinessError('wrongCode', { at: 'body.code' });
}

async function keepCode(db: Database, about: About, code: string, expiresAt: number) {
  const row = { codeHash: codeHash(about, code), triesLeft: TRIES, expiresAt };
  await db
    .insertInto('mailCode')
    .values({ ...about, ...row })
    .onConflict((known) => known.columns(['email', 'purpose']).doUpdateSet(row))
    .execute();
}

// Of two that use a code at once, one deletes it.
async function takeCode(db: Database, { email, purpose }: About, hash: string) {
  const { numDeletedRows } = await db
    .deleteFrom('mailCode')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

const codeHash = ({ email, purpose }: About, code: string) => hashOf(`${purpose} ${email} ${code}`);
