import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { hashPassword, isPasswordOf, NOBODYS_HASH } from '../../server/account/passwords';
import { startPlatform, type TestPlatform } from '../support/platform';

const { account, settings } = contract;
const MINUTE = 60_000;
const someone = { email: 'lin@example.com', password: 'blue-contour-42' };
const ENGLISH = { 'accept-language': 'en' };

let platform: TestPlatform;
let call: TestPlatform['call'];

beforeEach(async () => {
  platform = await startPlatform();
  ({ call } = platform);
});
afterEach(() => platform.close());

describe('registering', () => {
  test('makes the first account the admin, and the next ones not', async () => {
    expect((await call(settings.read)).data.adminExists).toBe(false);

    const { status, data } = await call(account.register, { body: someone });
    const { data: second } = await call(account.register, { body: { ...someone, email: 'wang@example.com', name: '王工' } });

    expect(status).toBe(200);
    expect(data).toEqual({ id: 1, email: 'lin@example.com', name: 'lin', avatar: '' });
    expect(second).toMatchObject({ id: 2, name: '王工' });
    expect((await call(settings.read)).data.adminExists).toBe(true);
  });

  test('opens no session', async () => {
    const { headers, data } = await call(account.register, { body: someone });

    expect(data).not.toHaveProperty('token');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('takes an email for the same whatever its case and the spaces around it', async () => {
    await call(account.register, { body: { ...someone, email: ' Lin@Example.COM ' } });

    const { status, failure } = await call(account.register, { body: someone }, ENGLISH);

    expect(status).toBe(409);
    expect(failure).toMatchObject({
      code: ErrorCode.emailTaken,
      message: 'This email is registered already',
      details: [{ path: 'body.email', message: 'This email is registered already' }],
    });
    expect((await call(account.login, { body: someone })).data.user.email).toBe('lin@example.com');
  });

  test('of the same email many times at once succeeds once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(account.register, { body: someone })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  test('of many people at once makes exactly one of them the admin', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => call(account.register, { body: { ...someone, email: `p${i}@example.com` } })),
    );

    expect(answers.map(({ data }) => data.id).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test.each(['lin@example.com', 'password123', '11112222', 'PASSWORD1'])('refuses the weak password %s', async (password) => {
    const { status, failure } = await call(account.register, { body: { ...someone, password } });

    expect(status).toBe(400);
    expect(failure).toMatchObject({ code: ErrorCode.weakPassword, details: [{ path: 'body.password' }] });
  });

  test('says of every field what is wrong with it, in the language of the caller', async () => {
    const body = { email: 'lin', password: 'short', name: 'x'.repeat(33) };
    const zh = await call(account.register, { body });
    const en = await call(account.register, { body }, ENGLISH);

    expect(zh.failure).toMatchObject({ code: ErrorCode.invalidInput, success: false, showType: 2 });
    expect(zh.failure.details).toEqual([
      { path: 'body.email', message: '请输入有效的邮箱地址' },
      { path: 'body.password', message: '至少 8 个字符' },
      { path: 'body.name', message: '最多 32 个字符' },
    ]);
    expect(en.failure.details?.map(({ message }) => message)).toEqual([
      'Please enter a valid email address',
      'At least 8 characters',
      'At most 32 characters',
    ]);
  });

  test('names who has no name after their email, shortened', async () => {
    const { data } = await call(account.register, { body: { ...someone, email: `${'x'.repeat(50)}@example.com` } });

    expect(data.name).toBe('x'.repeat(32));
  });

  test('is refused when it is closed', async () => {
    const closed = await startPlatform({ registration: 'closed' });
    const { status, failure } = await closed.call(account.register, { body: someone });
    await closed.close();

    expect(status).toBe(403);
    expect(failure.code).toBe(ErrorCode.registrationClosed);
  });
});

describe('the admin of the settings', () => {
  test('exists from the first start', async () => {
    const given = await startPlatform({ admin: someone, registration: 'closed' });
    const { data } = await given.call(account.login, { body: someone });
    await given.close();

    expect(data.user.id).toBe(1);
  });
});

test('verifying nobody takes the same work as verifying somebody', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4).join('$');

  expect(costOf(NOBODYS_HASH)).toBe(costOf(await hashPassword('blue-contour-42')));
  expect(await isPasswordOf(undefined, 'anything')).toBe(false);
});

describe('signing in', () => {
  const wrong = { ...someone, password: 'not-the-password' };

  beforeEach(() => call(account.register, { body: someone }));

  test('answers a token, when it ends, and who it is', async () => {
    const { data } = await call(account.login, { body: someone });

    expect(data.token).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(data.expiresAt) - Date.now()).toBeGreaterThan(29 * 24 * 60 * MINUTE);
    expect(data.user).toEqual({ id: 1, email: 'lin@example.com', name: 'lin', avatar: '' });
  });

  test('refuses a wrong password and an unknown email with the same words', async () => {
    const refused = await call(account.login, { body: wrong });
    const unknown = await call(account.login, { body: { ...wrong, email: 'nobody@example.com' } });

    expect(refused.status).toBe(401);
    expect(refused.failure.code).toBe(ErrorCode.wrongCredentials);
    expect({ ...unknown.failure, requestId: '' }).toEqual({ ...refused.failure, requestId: '' });
  });

  test.each([someone.email, 'nobody@example.com'])(
    'after ten wrong passwords is locked for 15 minutes, with or without an account (%s)',
    async (email) => {
      for (let i = 0; i < 10; i++) expect((await call(account.login, { body: { ...wrong, email } })).status).toBe(401);

      const locked = await call(account.login, { body: { ...someone, email } }, ENGLISH);
      expect(locked.status).toBe(423);
      expect(locked.failure).toMatchObject({ code: ErrorCode.locked, message: 'Too many wrong passwords, please try again in 15 minutes' });
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(14 * 60);

      platform.pass(14 * MINUTE);
      expect((await call(account.login, { body: { ...someone, email } }, ENGLISH)).failure.message).toContain('in 60 seconds');
      platform.pass(MINUTE);
      expect((await call(account.login, { body: { ...someone, email } })).status).toBe(email === someone.email ? 200 : 401);
    },
  );

  test('is locked for one address and email only', async () => {
    for (let i = 0; i < 10; i++) await call(account.login, { body: wrong });

    await call(account.register, { body: { ...someone, email: 'wang@example.com' } });
    expect((await call(account.login, { body: { ...someone, email: 'wang@example.com' } })).status).toBe(200);
    const elsewhere = await platform.app.inject({ method: 'POST', url: account.login.path, payload: someone, remoteAddress: '10.1.1.1' });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('counts guesses made at once like guesses made in turn', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(account.login, { body: wrong })));

    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(process.env.TEST_DATABASE_URL ? 20 : 10);
    expect((await call(account.login, { body: someone })).status).toBe(423);
  });

  test('forgets the wrong passwords once the right one came', async () => {
    for (let i = 0; i < 9; i++) await call(account.login, { body: wrong });
    await call(account.login, { body: someone });
    for (let i = 0; i < 9; i++) await call(account.login, { body: wrong });

    expect((await call(account.login, { body: someone })).status).toBe(200);
  });

  test('forgives wrong passwords that lie more than 15 minutes apart', async () => {
    for (let i = 0; i < 9; i++) await call(account.login, { body: wrong });
    platform.pass(16 * MINUTE);
    for (let i = 0; i < 9; i++) await call(account.login, { body: wrong });

    expect((await call(account.login, { body: someone })).status).toBe(200);
  });

  test('is refused to an address that tries more than 60 times a minute', async () => {
    const tries = (n: number) => call(account.login, { body: { ...wrong, email: `nobody${n}@example.com` } }, ENGLISH);
    for (let i = 0; i < 60; i++) expect((await tries(i)).status).toBe(401);

    const { status, failure, headers } = await tries(60);
    expect(status).toBe(429);
    expect(failure).toMatchObject({
      success: false,
      code: ErrorCode.tooManyRequests,
      errorCode: ErrorCode.tooManyRequests,
      message: expect.stringMatching(/^Too many requests, please try again in \d+ seconds?$/),
      requestId: headers['x-request-id'],
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});

describe('resetting a password', () => {
  const renewed = 'green-contour-43';
  const codeOf = (email: string) => platform.platform.mailer.outbox.findLast(({ to }) => to === email)?.code ?? '';
  const ask = (email = someone.email) => call(account.sendCode, { body: { email, purpose: 'reset-password' } });
  const reset = (code: string, password = renewed, email = someone.email) =>
    call(account.resetPassword, { body: { email, code, password } });

  beforeEach(() => call(account.register, { body: someone }));

  test('takes the code that was mailed, and ends every session', async () => {
    const { data } = await call(account.login, { body: someone });
    await ask();
    const answer = await reset(codeOf(someone.email));

    expect(answer).toMatchObject({ status: 200, data: null });
    expect((await call(account.current, {}, { authorization: `Bearer ${data.token}` })).status).toBe(401);
    expect((await call(account.login, { body: someone })).status).toBe(401);
    expect((await call(account.login, { body: { ...someone, password: renewed } })).status).toBe(200);
  });

  test('takes a code as it was copied or typed: with blanks, dashes and wide digits', async () => {
    await ask();
    const code = codeOf(someone.email);
    const wide = code.slice(3).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect((await reset(` ${code.slice(0, 3)} -${wide}\n`)).status).toBe(200);
  });

  test('unlocks who was locked out', async () => {
    for (let i = 0; i < 10; i++) await call(account.login, { body: { ...someone, password: 'wrong' } });
    await ask();
    await reset(codeOf(someone.email));

    expect((await call(account.login, { body: { ...someone, password: renewed } })).status).toBe(200);
  });

  test('takes a code once', async () => {
    await ask();
    const code = codeOf(someone.email);
    await reset(code);

    expect((await reset(code, 'red-contour-44')).failure.code).toBe(ErrorCode.wrongCode);
  });

  test('takes a code for 15 minutes', async () => {
    await ask();
    platform.pass(15 * MINUTE);

    const { status, failure } = await reset(codeOf(someone.email));
    expect(status).toBe(400);
    expect(failure).toMatchObject({ code: ErrorCode.wrongCode, details: [{ path: 'body.code' }] });
  });

  test('takes no code after five wrong ones', async () => {
    await ask();
    const code = codeOf(someone.email);
    for (let i = 0; i < 5; i++) await reset(code === '000000' ? '000001' : '000000');

    expect((await reset(code)).failure.code).toBe(ErrorCode.wrongCode);
  });

  test('keeps the code when the new password is too weak', async () => {
    await ask();
    expect((await reset(codeOf(someone.email), 'password123')).failure.code).toBe(ErrorCode.weakPassword);
    expect((await reset(codeOf(someone.email))).status).toBe(200);
  });

  test('does not take the code of a registration', async () => {
    const email = 'new@example.com';
    await call(account.sendCode, { body: { email, purpose: 'register' } });
    expect((await call(account.register, { body: { ...someone, email } })).status).toBe(200);

    expect((await reset(codeOf(email), undefined, email)).failure.code).toBe(ErrorCode.wrongCode);
  });

  test('tells nobody whether an email has an account', async () => {
    const known = await ask();
    const unknown = await ask('nobody@example.com');

    expect({ status: unknown.status, data: unknown.data }).toEqual({ status: known.status, data: null });
    expect(platform.platform.mailer.outbox.map(({ to }) => to)).toEqual([someone.email]);
    expect((await reset('123456', renewed, 'nobody@example.com')).failure.code).toBe(ErrorCode.wrongCode);
  });

  test.each([someone.email, 'nobody@example.com'])('sends five codes an hour to %s', async (email) => {
    for (let i = 0; i < 5; i++) expect((await ask(email)).status).toBe(200);

    const { status, failure, headers } = await ask(email);
    expect(status).toBe(429);
    expect(failure).toMatchObject({ code: ErrorCode.tooManyRequests, message: '请求过于频繁，请在 60 分钟后重试' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
    platform.pass(60 * MINUTE);
    expect((await ask(email)).status).toBe(200);
  });
});

test('what has expired is removed', async () => {
  await call(account.register, { body: someone });
  await call(account.login, { body: { ...someone, password: 'wrong' } });
  await call(account.login, { body: someone });
  await call(account.login, { body: { ...someone, password: 'wrong' } });
  await call(account.sendCode, { body: { email: someone.email, purpose: 'reset-password' } });
  const rows = async () => {
    const { db } = platform.platform;
    return (
      await Promise.all((['session', 'mailCode', 'attempt'] as const).map((table) => db.selectFrom(table).selectAll().execute()))
    ).map(({ length }) => length);
  };

  await platform.platform.settle();
  expect(await rows()).toEqual([1, 1, 2]);
  platform.pass(31 * 24 * 60 * MINUTE);
  await platform.platform.settle();
  expect(await rows()).toEqual([0, 0, 0]);
});
