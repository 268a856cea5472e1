import { HOUR_MS, MINUTE_MS } from '../../contract/duration';
import type { Database } from '../db/database';
import { BusinessError, retryIn } from '../errors';

export const WRONG_PASSWORDS = { max: 10, windowMs: 15 * MINUTE_MS, lockMs: 15 * MINUTE_MS };
export const CODES_SENT = { max: 5, windowMs: HOUR_MS };

/** After this nothing asks for an attempt any more. */
export const ATTEMPT_KEPT_MS = Math.max(WRONG_PASSWORDS.windowMs + WRONG_PASSWORDS.lockMs, CODES_SENT.windowMs);

/**
 * Asks whether a password is right, unless ten wrong ones within 15 minutes have locked the subject for 15 minutes.
 * An attempt is counted before it is judged, so that a burst at once gets no more guesses than one after the other.
 * @param subject whose guesses are counted, e.g. an address and an email
 * @throws BusinessError locked
 */
export async function guess(db: Database, subject: string, now: number, isRight: () => Promise<boolean>): Promise<boolean> {
  const { max, windowMs, lockMs } = WRONG_PASSWORDS;
  const id = await insertAttempt(db, subject, now);
  const [latest = 0, ...earlier] = await attemptsBefore(db, subject, id, now - windowMs - lockMs, max);
  const oldest = earlier[max - 2];
  if (oldest !== undefined && latest - oldest < windowMs && latest + lockMs > now) {
    await deleteAttempt(db, id);
    throw new BusinessError('locked', retryIn((latest + lockMs - now) / 1000));
  }
  const right = await isRight();
  if (right) await forgetAttempts(db, subject);
  return right;
}

/** Counts one more mail with a code to an address. @throws BusinessError tooManyRequests after five within an hour */
export async function countCodeSent(db: Database, email: string, now: number): Promise<void> {
  const { max, windowMs } = CODES_SENT;
  const subject = `code ${email}`;
  const id = await insertAttempt(db, subject, now);
  const sent = await attemptsBefore(db, subject, id, now - windowMs, max);
  const oldest = sent[max - 1];
  if (oldest === undefined) return;
  await deleteAttempt(db, id);
  throw new BusinessError('tooManyRequests', retryIn((oldest + windowMs - now) / 1000));
}

/** Lets a subject guess anew. */
export async function forgetAttempts(db: Database, subject: string) {
  await db.deleteFrom('attempt').where('subject', '=', subject).execute();
}

async function insertAttempt(db: Database, subject: string, at: number) {
  const { id } = await db.insertInto('attempt').values({ subject, at }).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function deleteAttempt(db: Database, id: number) {
  await db.deleteFrom('attempt').where('id', '=', id).execute();
}

/** When a subject tried before, the latest first. */
async function attemptsBefore(db: Database, subject: string, id: number, since: number, limit: number) {
  const rows = await db
    .selectFrom('attempt')
    .select('at')
    .where('subject', '=', subject)
    .where('at', '>', since)
    .where('id', '<', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at }) => at);
}
