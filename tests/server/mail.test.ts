import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { startMailServer } from '../support/mail-server';
import { startPlatform, type TestPlatform } from '../support/platform';

const { account, settings } = contract;
const someone = { email: 'lin@example.com', password: 'blue-contour-42' };
const ENGLISH = { 'accept-language': 'en-GB,en;q=0.9' };

let platform: TestPlatform | undefined;
afterEach(() => platform?.close());

/** A mail's text, without its headers: their random IDs may look like a code. */
function textOf(mail = ''): string {
  const [head = '', ...parts] = mail.split('\r\n\r\n');
  return /base64/i.test(head) ? Buffer.from(parts.join(''), 'base64').toString() : parts.join('\r\n\r\n');
}

describe('with a mail server', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let call: TestPlatform['call'];

  beforeEach(async () => {
    server = await startMailServer();
    platform = await startPlatform({ smtpUrl: server.url, mailFrom: 'IoT Base <base@example.com>' });
    ({ call } = platform);
  });
  afterEach(() => server.close());

  const codeMailed = async (headers = {}) => {
    await call(account.sendCode, { body: { email: someone.email, purpose: 'register' } }, headers);
    await platform?.platform.mailer.settle();
    return /\d{6}/.exec(textOf(server.received.at(-1)))?.[0] ?? '';
  };

  test('registering takes the code that was mailed', async () => {
    expect((await call(settings.read)).data.emailCode).toBe(true);
    const code = await codeMailed();
    const wrongCode = code === '000000' ? '000001' : '000000';

    for (const wrong of [{}, { code: wrongCode }]) {
      const { status, failure } = await call(account.register, { body: { ...someone, ...wrong } });
      expect(status).toBe(400);
      expect(failure).toMatchObject({ code: ErrorCode.wrongCode, details: [{ path: 'body.code' }] });
    }
    expect((await call(account.register, { body: { ...someone, code } })).data.id).toBe(1);
  });

  test('registering does not tell whether an email has an account, except to who reads its mail', async () => {
    await call(account.register, { body: { ...someone, code: await codeMailed() } });

    expect((await call(account.register, { body: { ...someone, code: '000000' } })).failure.code).toBe(ErrorCode.wrongCode);
    expect(await codeMailed(ENGLISH)).toBe('');
    expect(textOf(server.received.at(-1))).toContain('this email has an account already');
    expect(await codeMailed()).toBe('');
    expect(textOf(server.received.at(-1))).toContain('该邮箱已有账号');
  });

  test('mails speak the language of who asked', async () => {
    await codeMailed();
    await codeMailed(ENGLISH);
    const [zh = '', en = ''] = server.received;

    expect(textOf(zh)).toContain('验证码 15 分钟内有效');
    expect(textOf(en)).toContain('It is valid for 15 minutes');
    expect(en).toContain('To: lin@example.com');
    expect(en).toContain('Subject: IoT Base registration code');
    expect(en).toMatch(/From: "?IoT Base"? <base@example.com>/);
  });

  test('nobody gets no mail about a password', async () => {
    const { status } = await call(account.sendCode, { body: { email: 'nobody@example.com', purpose: 'reset-password' } });
    await platform?.platform.mailer.settle();

    expect(status).toBe(200);
    expect(server.received).toEqual([]);
  });
});

test.each([
  ['does not answer', true],
  ['is not there', false],
])('a mail server that %s is said, within seconds, whether there is an account or not', async (_, there) => {
  const server = await startMailServer({ silent: true });
  if (!there) await server.close();
  platform = await startPlatform({ smtpUrl: server.url, admin: someone });

  const askedAt = Date.now();
  const answers = await Promise.all(
    [someone.email, 'nobody@example.com'].map((email) => platform?.call(account.sendCode, { body: { email, purpose: 'reset-password' } })),
  );
  await server.close();

  // The timeout is 5 s, but the machine may be slow.
  expect(Date.now() - askedAt).toBeLessThan(30_000);
  for (const answer of answers) {
    expect(answer?.status).toBe(503);
    expect(answer?.failure.code).toBe(ErrorCode.unavailable);
    expect(answer?.headers['retry-after']).toBe('60');
  }
});

describe('without a mail server', () => {
  test('a mail is a file in the outbox that names the address and holds the code', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outbox-'));
    platform = await startPlatform({ dataDir });
    await platform.call(account.register, { body: someone });
    await platform.call(account.sendCode, { body: { email: someone.email, purpose: 'reset-password' } }, ENGLISH);

    const [file = '', ...more] = readdirSync(join(dataDir, 'outbox'));
    const mail = readFileSync(join(dataDir, 'outbox', file), 'utf8');
    expect(more).toEqual([]);
    expect(file).toContain('lin@example.com');
    expect(mail).toContain('To: lin@example.com');
    const code = /\d{6}/.exec(mail.split('\n\n').slice(1).join('\n\n'))?.[0] ?? '';
    const { status } = await platform.call(account.resetPassword, { body: { email: someone.email, code, password: 'green-contour-43' } });
    expect(status).toBe(200);
    await platform.close();
    platform = undefined;
    rmSync(dataDir, { recursive: true });
  });

  test('a mail leaves the outbox after a week', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outbox-'));
    platform = await startPlatform({ dataDir });
    await platform.call(account.register, { body: someone });
    await platform.call(account.sendCode, { body: { email: someone.email, purpose: 'reset-password' } });
    const day = 24 * 3_600_000;
    const mailsAfter = async (ms: number) => {
      platform?.pass(ms);
      await platform?.platform.settle();
      return readdirSync(join(dataDir, 'outbox')).length;
    };

    expect(await mailsAfter(6 * day)).toBe(1);
    expect(await mailsAfter(day + 1000)).toBe(0);
    await platform.close();
    platform = undefined;
    rmSync(dataDir, { recursive: true });
  });

  test('registering asks for no code', async () => {
    platform = await startPlatform();

    expect((await platform.call(settings.read)).data.emailCode).toBe(false);
    expect((await platform.call(account.register, { body: { ...someone, code: '123456' } })).status).toBe(200);
  });
});
