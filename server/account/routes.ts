import type { FastifyInstance } from 'fastify';
import { ADMIN_ID, account } from '../../contract/account';
import { BusinessError, found, languageOf } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';
import { hashOf, newSecret } from '../secrets';
import { nameOf } from './admin';
import { forgetAttempts, guess } from './attempts';
import { closeAccount } from './closing';
import { acceptCode, sendCode } from './codes';
import { hashPassword, isPasswordOf, refuseWeakPassword } from './passwords';
import { accountByEmail, accountById, insertAccount, updateAccount } from './queries';
import { deleteSession, deleteSessions, insertSession, sessionsOfAccount } from './session-queries';

/** What an address guesses of an email counts together; other addresses are not locked out by it. */
const guessesOf = (email: string, address: string) => `login ${email} ${address}`;

export function accountRoutes(app: FastifyInstance, platform: Platform) {
  const { db, config, mailer, now } = platform;

  route(app, account.sendCode, async ({ body }, { request }) => {
    await sendCode(platform, body, languageOf(request));
    return null;
  });

  route(app, account.register, async ({ body: { email, password, name = nameOf(email), code } }) => {
    if (config.registration === 'closed') throw new BusinessError('registrationClosed');
    refuseWeakPassword(password, email, 'body.password');
    if (mailer.isReal) await acceptCode(db, { email, purpose: 'register' }, code, now());
    const passwordHash = await hashPassword(password);
    const created = await insertAccount(db, { email, name, passwordHash, createdAt: now() });
    if (!created) throw new BusinessError('emailTaken', { at: 'body.email' });
    return created;
  });

  route(app, account.login, async ({ body: { email, password } }, { request }) => {
    const user = await accountByEmail(db, email);
    const isRight = await guess(db, guessesOf(email, request.ip), now(), () => isPasswordOf(user, password));
    if (!isRight || !user) throw new BusinessError('wrongCredentials');

    const token = newSecret();
    const opened = {
      accountId: user.id,
      tokenHash: hashOf(token),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      address: request.ip,
      createdAt: now(),
    };
    const expiresAt = await insertSession(db, opened, user.passwordHash);
    if (expiresAt === undefined) throw new BusinessError('wrongCredentials');
    return { token, expiresAt: new Date(expiresAt).toISOString(), user };
  });

  route(app, account.resetPassword, async ({ body: { email, code, password } }, { request }) => {
    refuseWeakPassword(password, email, 'body.password');
    await acceptCode(db, { email, purpose: 'reset-password' }, code, now());
    const user = await accountByEmail(db, email);
    if (!user) throw new BusinessError('wrongCode', { at: 'body.code' });
    await setPassword(user.id, password);
    await forgetAttempts(db, guessesOf(email, request.ip));
    return null;
  });

  route(app, account.logout, async (_, caller) => {
    await deleteSession(db, caller.account.id, caller.sessionId);
    return null;
  });

  route(app, account.current, async (_, caller) => found(await accountById(db, caller.account.id)));

  route(app, account.update, async ({ body }, caller) => found(await updateAccount(db, caller.account.id, body)));

  route(app, account.changePassword, async ({ body: { password, newPassword } }, caller) => {
    const user = found(await accountById(db, caller.account.id));
    refuseWeakPassword(newPassword, user.email, 'body.newPassword');
    const isRight = await guess(db, `password ${user.id}`, now(), () => isPasswordOf(user, password));
    if (!isRight) throw new BusinessError('wrongPassword', { at: 'body.password' });
    if (newPassword === password) throw new BusinessError('samePassword', { at: 'body.newPassword' });
    await setPassword(user.id, newPassword, caller.sessionId);
    return null;
  });

  route(app, account.close, async ({ body: { password } }, caller) => {
    const user = found(await accountById(db, caller.account.id));
    if (user.id === ADMIN_ID) throw new BusinessError('adminStays');
    const isRight = await guess(db, `password ${user.id}`, now(), () => isPasswordOf(user, password));
    if (!isRight) throw new BusinessError('wrongPassword', { at: 'body.password' });
    await closeAccount(db, user);
    return null;
  });

  route(app, account.sessions, async (_, caller) => ({
    list: (await sessionsOfAccount(db, caller.account.id, now())).map((session) => ({
      ...session,
      current: session.id === caller.sessionId,
      createdAt: new Date(session.createdAt).toISOString(),
      lastSeenAt: new Date(session.lastSeenAt).toISOString(),
    })),
  }));

  route(app, account.endSession, async ({ params }, caller) => {
    found((await deleteSession(db, caller.account.id, params.id)) || undefined);
    return null;
  });

  route(app, account.endOtherSessions, async (_, caller) => {
    await deleteSessions(db, caller.account.id, caller.sessionId);
    return null;
  });

  /** A new password ends the sessions the old one opened, except one. */
  async function setPassword(id: number, password: string, exceptSessionId?: number) {
    const passwordHash = await hashPassword(password);
    await db.transaction().execute(async (trx) => {
      found(await updateAccount(trx, id, { passwordHash }));
      await deleteSessions(trx, id, exceptSessionId);
    });
  }
}
