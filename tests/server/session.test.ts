import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { updateAccount } from '../../server/account/queries';
import { insertSession } from '../../server/account/session-queries';
import { insertApplication } from '../../server/application/queries';
import { newAppKey } from '../../server/secrets';
import { startPlatform, type TestPlatform } from '../support/platform';

const { account, application } = contract;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let platform: TestPlatform;
let lin: Awaited<ReturnType<TestPlatform['signIn']>>;

beforeEach(async () => {
  platform = await startPlatform();
  lin = await platform.signIn('lin@example.com');
});
afterEach(() => platform.close());

const signInAgain = async (userAgent = 'Firefox') => {
  const { data } = await platform.call(account.login, { body: { email: lin.email, password: lin.password } }, { 'user-agent': userAgent });
  return { authorization: `Bearer ${data.token}` };
};
const sessionRow = () => platform.platform.db.selectFrom('session').selectAll().executeTakeFirstOrThrow();

describe('a session', () => {
  test('is what a call is made with', async () => {
    expect((await lin.call(account.current)).data).toEqual({ id: 1, email: 'lin@example.com', name: 'lin', avatar: '' });
  });

  test.each(['', 'Bearer', 'Bearer nothing-we-know', 'bearer', 'Basic bm9ib2R5Om5vdGhpbmc=', 'Bearer a b', 'Token x'])(
    'is missing from the authorization "%s"',
    async (authorization) => {
      const { status, failure } = await platform.call(account.current, {}, { authorization });

      expect(status).toBe(401);
      expect(failure.code).toBe(ErrorCode.notSignedIn);
    },
  );

  test('ends when it was not used for 30 days, and lives on when it was', async () => {
    platform.pass(29 * DAY);
    expect((await lin.call(account.current)).status).toBe(200);
    platform.pass(29 * DAY);
    expect((await lin.call(account.current)).status).toBe(200);
    platform.pass(30 * DAY);
    expect((await lin.call(account.current)).status).toBe(401);
  });

  test('is written down as used once a minute at most', async () => {
    const { lastSeenAt } = await sessionRow();
    platform.pass(30_000);
    await lin.call(account.current);
    expect((await sessionRow()).lastSeenAt).toBe(lastSeenAt);
    platform.pass(30_000);
    await lin.call(account.current);
    expect((await sessionRow()).lastSeenAt).toBeGreaterThanOrEqual(lastSeenAt + MINUTE);
  });

  test('is kept as a hash: the database does not know the token', async () => {
    const { tokenHash } = await sessionRow();

    expect(tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(tokenHash).not.toContain(lin.token);
  });

  test('ends by signing out, at once', async () => {
    const other = await signInAgain();
    expect((await lin.call(account.logout)).data).toBeNull();

    expect((await lin.call(account.current)).status).toBe(401);
    expect((await platform.call(account.current, {}, other)).status).toBe(200);
  });
});

describe('the sessions of an account', () => {
  test('are listed, the latest used first, with the one that asks marked', async () => {
    platform.pass(MINUTE);
    await signInAgain('Firefox on a phone');
    platform.pass(MINUTE);
    const { data } = await lin.call(account.sessions);

    expect(data.list).toEqual([
      expect.objectContaining({ current: true, address: '127.0.0.1' }),
      expect.objectContaining({ current: false, userAgent: 'Firefox on a phone' }),
    ]);
  });

  test('end one by one', async () => {
    const other = await signInAgain();
    const { data } = await platform.call(account.sessions, {}, other);
    const mine = data.list.find(({ current }) => current);

    expect((await lin.call(account.endSession, { params: { id: mine?.id ?? 0 } })).status).toBe(200);
    expect((await platform.call(account.current, {}, other)).status).toBe(401);
    expect((await lin.call(account.endSession, { params: { id: mine?.id ?? 0 } })).status).toBe(404);
  });

  test('end all at once but the one that asks', async () => {
    const others = [await signInAgain(), await signInAgain()];
    await lin.call(account.endOtherSessions);

    for (const other of others) expect((await platform.call(account.current, {}, other)).status).toBe(401);
    expect((await lin.call(account.current)).status).toBe(200);
  });

  test('of somebody else do not exist', async () => {
    const wang = await platform.signIn('wang@example.com');
    const { data } = await lin.call(account.sessions);

    expect((await wang.call(account.endSession, { params: { id: data.list[0]?.id ?? 0 } })).status).toBe(404);
    await wang.call(account.endOtherSessions);
    expect((await lin.call(account.current)).status).toBe(200);
  });
});

describe('the account', () => {
  const picture = `data:image/png;base64,${'A'.repeat(1000)}`;

  test('changes its name and its avatar', async () => {
    expect((await lin.call(account.update, { body: { name: ' 林工 ' } })).data).toMatchObject({ name: '林工', avatar: '' });
    expect((await lin.call(account.update, { body: { avatar: picture } })).data).toMatchObject({ name: '林工', avatar: picture });
    expect((await lin.call(account.update, { body: {} })).data).toMatchObject({ name: '林工', avatar: picture });
    expect((await lin.call(account.update, { body: { avatar: '' } })).data.avatar).toBe('');
  });

  test('takes an avatar of 1 MB', async () => {
    const { status } = await lin.call(account.update, { body: { avatar: `data:image/jpeg;base64,${'A'.repeat(1_398_104)}` } });

    expect(status).toBe(200);
  });

  test.each([
    ['that is too large', `data:image/png;base64,${'A'.repeat(1_400_000)}`],
    ['that is no image', 'data:text/html;base64,AAAA'],
    ['that is SVG, which can carry scripts', 'data:image/svg+xml;base64,AAAA'],
    ['that lies elsewhere', 'https://example.com/me.png'],
  ])('refuses an avatar %s', async (_, avatar) => {
    const { status, failure } = await lin.call(account.update, { body: { avatar } });

    expect(status).toBe(400);
    expect(failure.details).toEqual([{ path: 'body.avatar', message: '头像须为 1 MB 以内的图片' }]);
  });

  test('refuses a body that is much too large', async () => {
    const { status, failure } = await lin.call(account.update, { body: { avatar: 'A'.repeat(2_000_000) } });

    expect(status).toBe(413);
    expect(failure.code).toBe(ErrorCode.tooLarge);
  });
});

describe('changing the password', () => {
  const newPassword = 'green-contour-43';

  test('ends every other session', async () => {
    const other = await signInAgain();
    expect((await lin.call(account.changePassword, { body: { password: lin.password, newPassword } })).status).toBe(200);

    expect((await lin.call(account.current)).status).toBe(200);
    expect((await platform.call(account.current, {}, other)).status).toBe(401);
    expect((await platform.call(account.login, { body: { email: lin.email, password: newPassword } })).status).toBe(200);
  });

  test('refuses a wrong present password and a weak new one, and says which field it is', async () => {
    const wrong = await lin.call(account.changePassword, { body: { password: 'nonsense', newPassword } });
    const weak = await lin.call(account.changePassword, { body: { password: lin.password, newPassword: 'lin@example.com' } });

    expect(wrong.failure).toMatchObject({ code: ErrorCode.wrongPassword, details: [{ path: 'body.password' }] });
    expect(weak.failure).toMatchObject({ code: ErrorCode.weakPassword, details: [{ path: 'body.newPassword' }] });
  });

  test('refuses the one it is already', async () => {
    const same = await lin.call(account.changePassword, { body: { password: lin.password, newPassword: lin.password } });

    expect(same.failure).toMatchObject({ code: ErrorCode.samePassword, details: [{ path: 'body.newPassword' }] });
  });

  test('is locked after ten wrong passwords', async () => {
    for (let i = 0; i < 10; i++) await lin.call(account.changePassword, { body: { password: 'nonsense', newPassword } });

    expect((await lin.call(account.changePassword, { body: { password: lin.password, newPassword } })).status).toBe(423);
  });
});

describe('closing an account', () => {
  test('erases who it was, ends its sessions, and frees its email but not its number', async () => {
    const wei = await platform.signIn('wei@example.com');
    const body = { password: wei.password };
    expect((await wei.call(account.close, { body: { password: 'nonsense' } })).failure).toMatchObject({ code: ErrorCode.wrongPassword });
    const { data: project } = await wei.call(application.create, { body: { name: 'Depot', categoryId: 1 } });
    expect((await wei.call(account.close, { body })).failure).toMatchObject({ code: ErrorCode.accountHasProjects });
    expect((await wei.call(account.current)).data.email).toBe(wei.email);

    await wei.call(application.remove, { params: { id: project.id } });
    expect((await wei.call(account.close, { body })).status).toBe(200);
    expect((await wei.call(account.current)).status).toBe(401);
    const row = await platform.platform.db.selectFrom('account').selectAll().where('id', '=', wei.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: '', avatar: '', passwordHash: '' });
    expect(JSON.stringify(row)).not.toContain('wei');
    expect((await platform.call(account.login, { body: { email: `closed ${wei.id}`, password: 'anything' } })).status).toBe(400);
    expect((await platform.signIn('wei@example.com')).id).toBe(wei.id + 1);
  });

  test('leaves nothing behind of what was under way meanwhile', async () => {
    const wei = await platform.signIn('wei@example.com');
    const { db, now } = platform.platform;
    const row = () => db.selectFrom('account').selectAll().where('id', '=', wei.id).executeTakeFirstOrThrow();
    const { passwordHash } = await row();
    expect((await wei.call(account.close, { body: { password: wei.password } })).status).toBe(200);

    // Calls that have already checked account and password when it is closed.
    const createdAt = now();
    const session = { accountId: wei.id, tokenHash: 'hash', userAgent: '', address: '', createdAt };
    expect(await insertSession(db, session, passwordHash)).toBeUndefined();
    const project = { ownerId: wei.id, appKey: newAppKey(), name: 'Depot', description: '', categoryId: 1, createdAt };
    await expect(insertApplication(db, project, 'hash')).rejects.toMatchObject({ reason: 'notSignedIn' });
    expect(await updateAccount(db, wei.id, { name: 'Wei' })).toBeUndefined();

    expect((await row()).name).toBe('');
    expect(await db.selectFrom('session').select('id').where('accountId', '=', wei.id).execute()).toEqual([]);
    expect(await db.selectFrom('application').select('id').where('ownerId', '=', wei.id).execute()).toEqual([]);
  });

  test('and a project made at the same moment: one of the two is refused', async () => {
    const wei = await platform.signIn('wei@example.com');
    const [closed, made] = await Promise.all([
      wei.call(account.close, { body: { password: wei.password } }),
      wei.call(application.create, { body: { name: 'Depot', categoryId: 1 } }),
    ]);
    expect([closed.status, made.status]).toEqual(closed.status === 200 ? [200, 401] : [409, 200]);
  });

  test('is not for the admin', async () => {
    const { failure } = await lin.call(account.close, { body: { password: lin.password } });
    expect(failure).toMatchObject({ code: ErrorCode.adminStays });
  });
});

test('an address that keeps trying unknown tokens is asked to wait, and others are not', async () => {
  const guess = (remoteAddress: string) =>
    platform.app.inject({ method: 'GET', url: account.current.path, headers: { authorization: 'Bearer guess' }, remoteAddress });
  for (let i = 0; i < 300; i++) expect((await guess('10.1.1.1')).statusCode).toBe(401);

  expect((await guess('10.1.1.1')).statusCode).toBe(429);
  expect((await guess('10.1.1.2')).statusCode).toBe(401);
  expect((await lin.call(account.current)).status).toBe(200);
});
