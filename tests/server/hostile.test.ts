import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { contract } from '../../contract';
import { Email, isWeakPassword } from '../../contract/account';
import { ErrorCode } from '../../contract/errors';
import { basicCredentials } from '../../server/access';
import { createApp } from '../../server/app';
import { inMemory } from '../../server/config';
import { answerUnreadable } from '../../server/errors';
import { openPlatform } from '../../server/platform';
import { eventually } from '../support/eventually';
import { startPlatform, type TestPlatform } from '../support/platform';

const { account } = contract;
const someone = { email: 'lin@example.com', password: 'blue-contour-42' };

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** Whether a reply is a well-formed client error (4xx). */
const isRefusal = (reply: { statusCode: number; json: () => Record<string, unknown> }) => {
  const { success, code, requestId } = reply.json();
  return (
    reply.statusCode >= 400 &&
    reply.statusCode < 500 &&
    success === false &&
    Math.floor(Number(code) / 100) === reply.statusCode &&
    !!requestId
  );
};

test('nothing may come with a type, as many a library sends it', async () => {
  const { token } = await platform.signIn();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await platform.app.inject({ method: 'POST', url: account.logout.path, headers });
  expect(reply.json()).toMatchObject({ success: true });
});

describe('the Authorization header', () => {
  const appKey = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), minLength: 20, maxLength: 20 });

  test('of Basic gives back the key and the secret, colons and all', () => {
    fc.assert(
      fc.property(appKey, fc.string({ unit: 'binary' }), (key, secret) => {
        const header = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
        expect(basicCredentials(header)).toEqual({ appKey: key, appSecret: Buffer.from(secret).toString() });
      }),
    );
  });

  test('gives no credentials unless it is one of ours', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        expect(basicCredentials(header)).toBeUndefined();
        expect(basicCredentials(`Basic ${header}`)?.appKey ?? 'a'.repeat(20)).toMatch(/^[a-z0-9]{20}$/);
      }),
    );
  });

  test('that is nonsense is not signed in', async () => {
    const printable = fc.string({ unit: fc.constantFrom(...' !"#$%&\'()*+,-./0189:;<=>?@AZ[]^_`az{|}~ü') });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('', 'Bearer ', 'Basic ', 'Digest '), printable, async (scheme, rest) => {
        const reply = await platform.app.inject({ url: account.current.path, headers: { authorization: scheme + rest } });
        expect(reply.json()).toMatchObject({ code: ErrorCode.notSignedIn });
      }),
      { numRuns: 100 },
    );
  });
});

describe('a JSON body', () => {
  const post = (payload: string, headers = {}) =>
    platform.app.inject({ method: 'POST', url: account.login.path, payload, headers: { 'content-type': 'application/json', ...headers } });

  beforeEach(async () => {
    await platform.close();
    platform = await startPlatform();
  });

  test('of any shape is refused in the envelope', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => isRefusal(await post(body))),
      { numRuns: 50 },
    );
  });

  test.each([
    ['that is no JSON', '{"email": '],
    ['that is empty', ''],
    ['with a prototype in it', '{"email":"a@b.co","password":"x","__proto__":{"isAdmin":true}}'],
    ['with a constructor in it', '{"email":"a@b.co","password":"x","constructor":{"prototype":{"isAdmin":true}}}'],
    ['with U+0000, which PostgreSQL cannot keep', '{"email":"a@b.co","password":"x\\u0000y"}'],
    ['nested a hundred thousand deep', `{"email":${'['.repeat(100_000)}`],
  ])('%s is refused', async (_, body) => {
    const reply = await post(body);

    expect(reply.statusCode).toBe(400);
    expect(isRefusal(reply)).toBe(true);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('says beside the field where U+0000 is', async () => {
    const { details } = (await post('{"email":"a@b.co","password":"x\\u0000y"}')).json();
    expect(details).toEqual([{ path: 'body.password', message: '不能包含控制字符或方向控制符' }]);
  });

  test('may hold a backslash before u0000, which is only text', async () => {
    expect((await post(JSON.stringify({ email: 'a@b.co', password: '\\u0000' }))).json()).toMatchObject({
      code: ErrorCode.wrongCredentials,
    });
  });

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is not of type %s',
    async (type) => {
      const reply = await post('x=1', { 'content-type': type });

      expect(reply.statusCode).toBe(415);
      expect(isRefusal(reply)).toBe(true);
    },
  );
});

describe('what cannot be read as HTTP is refused in the envelope', () => {
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await platform.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  const statusesIn = (heard: string[]) => [...heard.join('').matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

  test.each([
    [
      'an address with Chinese in it',
      'GET /v1/platform/x/device?keyword=北门 HTTP/1.1\r\nHost: x\r\n\r\n',
      ErrorCode.unencodedAddress,
      /百分号编码/,
    ],
    [
      'the same, in English',
      'GET /?x=北门 HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\n\r\n',
      ErrorCode.unencodedAddress,
      /percent-encode/,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, ErrorCode.headersTooLarge, /请求头/],
    ['another language', 'EHLO example.com\r\n\r\n', ErrorCode.malformedRequest, /格式/],
    ['a request to nobody', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', ErrorCode.malformedRequest, /格式/],
  ])('%s', async (_, sent, code, words) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(sent);
    const [head = '', body = ''] = (await socket.toArray()).join('').split('\r\n\r\n');

    const { requestId, message, ...failure } = JSON.parse(body);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${Math.floor(code / 100)} [A-Z]`));
    expect(head.toLowerCase()).toContain(`x-request-id: ${requestId}`);
    expect(failure).toMatchObject({ success: false, code, showType: 2 });
    expect(message).toMatch(words);
  });

  test('in the language of a request whose body goes wrong later', async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const headers = 'Host: x\r\nAccept-Language: en\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked';
    socket.write(`POST /v1/platform/login HTTP/1.1\r\n${headers}\r\n\r\n2\r\n{}\r\n`);
    setTimeout(() => socket.write('zz\r\n'), 100);
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1\.1 400 [\s\S]*The request is malformed/);
  });

  test('after all that came whole before it', async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const whole = 'GET /v1/platform/settings HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(`${whole}${whole}NONSENSE\r\n\r\n`);
    expect(statusesIn(await socket.toArray())).toEqual([200, 200, 400]);
  });

  test('after an answer that is made only once the one before it is out', async () => {
    let before: Promise<unknown> = Promise.resolve();
    const server = createServer((_, reply) => {
      before.then(() => reply.end());
      before = once(reply, 'finish');
    }).on('clientError', answerUnreadable);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    const whole = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    client.write(`${whole}${whole}NONSENSE\r\n\r\n`);
    expect(statusesIn(await client.toArray())).toEqual([200, 200, 400]);
    server.close();
  });

  test.each([
    ['is awaited', () => {}],
    ['is written, and not yet all sent', (reply: ServerResponse) => reply.end('x'.repeat(16_000_000))],
  ])('once, whatever else comes while an answer %s, in the language of that request', async (_, begin) => {
    let reply = {} as ServerResponse;
    const server = createServer((_, asked) => {
      reply = asked;
      begin(reply);
    }).on('clientError', answerUnreadable);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    client.write('GET / HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\n\r\n');
    const listeners: number[] = [];
    for (let n = 0; n < 20; n++) {
      client.write('NONSENSE\r\n\r\n');
      await once(server, 'clientError');
      listeners.push(reply.listenerCount('finish'));
    }
    reply.end();
    const heard = await client.toArray();
    server.close();

    expect(statusesIn(heard)).toEqual([200, 400]);
    expect(heard.join('')).toContain('The request is malformed');
    expect(new Set(listeners).size).toBe(1);
  });

  test('while an offer of HTTP/2 is passed over, and what was asked is answered', async () => {
    const body = '{"email":"a@b.co","password":"blue-contour-42"}';
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA';
    const post = `POST /v1/platform/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${offer}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    // The body may arrive together with the headers, or later.
    socket.write(post + body.slice(0, 9));
    setTimeout(() => socket.write(body.slice(9)), 100);
    await once(socket, 'readable');
    socket.write(post + body);
    setTimeout(() => socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n${offer.replace('Upgrade,', 'Upgrade, close,')}\r\n\r\n`), 500);
    expect((await socket.toArray()).join('').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  test('with every request of a connection, too, of which nothing piles up', async () => {
    const came = once(platform.app.server, 'connection');
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const [served] = await came;
    const listeners = () => served.eventNames().reduce((sum: number, name: string) => sum + served.listenerCount(name), 0);
    const counts: number[] = [];
    let heard = '';
    socket.on('data', (text) => {
      heard += text;
    });
    for (let n = 1; n <= 20; n++) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
      await eventually(() => heard.split('{"status":"ok"').length > n);
      counts.push(listeners());
    }
    expect(counts).toEqual(counts.map(() => counts[0]));
    socket.destroy();
  });

  test('but not into an answer that is on its way', async () => {
    const { call, token } = await platform.signIn();
    const { data } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } });
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(`GET /v1/platform/${data.appKey}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    let heard = '';
    for await (const text of socket) {
      if (heard === '') socket.write('EHLO example.com\r\n\r\n');
      heard += text;
    }

    expect(statusesIn([heard])).toEqual([200]);
  });
});

describe('an address', () => {
  test.each([
    '/%zz',
    '/%00',
    '/v1/platform/%E0%A4%A',
    '/v1/platform/nothing',
    `/v1/platform/${'x'.repeat(300)}/device`,
    '/..%2f..%2fetc/passwd',
    '//',
    '/v1/platform/currentUser/',
  ])('%s is refused in the envelope', async (url) => {
    expect(isRefusal(await platform.app.inject({ url }))).toBe(true);
  });

  test('that no call has is told from something that is not there', async () => {
    const asked = async (method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS', url: string) => {
      const reply = await platform.app.inject({ method, url, headers: { 'accept-language': 'en' } });
      const { code, message } = reply.json();
      return { code, message, allow: reply.headers.allow };
    };
    const misspelt = { code: ErrorCode.noSuchCall, message: 'There is no call GET /v1/platform/aplication, please check the address' };

    expect(await asked('GET', '/v1/platform/aplication?token=secret')).toEqual(misspelt);
    for (const url of ['/somewhere/else', '/v1', '/v1/platform/application/', '/v1/platform//application', '/emqx/emqx/client/a.b'])
      expect(await asked('GET', url)).toMatchObject({ code: ErrorCode.noSuchCall, message: expect.stringContaining(`GET ${url},`) });
    expect(await asked('DELETE', '/v1/platform/application')).toMatchObject({ code: ErrorCode.methodNotAllowed, allow: 'GET, POST, HEAD' });
    expect(await asked('POST', '/v1/platform/application/7?token=secret')).toEqual({
      code: ErrorCode.methodNotAllowed,
      message: '/v1/platform/application/7 does not take POST; what it takes: GET, PATCH, DELETE, HEAD',
      allow: 'GET, PATCH, DELETE, HEAD',
    });
  });

  test('by a method that it takes is never told that it does not', async () => {
    const long = await platform.app.inject({ url: `/v1/platform/application/${'1'.repeat(201)}` });
    expect(long.json().code).not.toBe(ErrorCode.methodNotAllowed);
    const { headers } = await platform.app.inject({ method: 'PUT', url: '/v1/platform/app/device/export' });
    expect(headers.allow).toBe('GET, PATCH, DELETE, HEAD');
  });

  test('of the console’s front is its page; with an empty part, or out of its folder, it is no call', async () => {
    const root = mkdtempSync(join(tmpdir(), 'iot-base-front-'));
    writeFileSync(join(root, 'index.html'), 'the console');
    const app = await createApp(await openPlatform(inMemory()), root);
    for (const url of ['//', '//v1/platform/settings', '/v1/platform/settings//', '/v1/platform//nothing', '/a/..%2f..%2fetc/passwd'])
      expect((await app.inject({ url })).json().code).toBe(ErrorCode.noSuchCall);
    // A person with a browser is led into the console, where every address has a page; not from what programs call.
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const java = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
    const opened = async (url: string, accept = browser) => (await app.inject({ url, headers: { accept } })).headers.location;
    for (const url of ['/login', '/dashboard/project?keyword=a', '//evil.example/', '/a/..%2f..%2fetc/passwd'])
      expect(await opened(url)).toBe(`/#${url}`);
    for (const url of ['/v1/platform/nothing', '/docs', '/healthz']) expect(await opened(url)).toBeUndefined();
    expect(await opened('/V1/platform/settings', java)).toBeUndefined();
    // A request bin has no page: it takes callbacks.
    const bin = await app.inject({ url: '/bin/x', headers: { accept: browser, 'accept-language': 'zh-CN' } });
    expect([bin.statusCode, bin.headers.allow, bin.json().message]).toEqual([405, 'POST', '/bin/x 不支持 GET，可用的方法：POST']);
    const deleted = await app.inject({ method: 'DELETE', url: '/v1/platform/application', headers: { 'accept-language': 'zh-CN' } });
    expect([deleted.headers.allow, deleted.json().message]).toEqual([
      'GET, POST, HEAD',
      '/v1/platform/application 不支持 DELETE，可用的方法：GET、POST、HEAD',
    ]);
    for (const url of ['/', '/?mock=slow:1', '/index.html']) expect((await app.inject({ url })).body).toBe('the console');
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
    // Errors have security headers, too.
    const refused = await app.inject({ url: '/v1/platform/application/' });
    expect([refused.statusCode, refused.headers['x-content-type-options']]).toEqual([404, 'nosniff']);
    await app.close();
    rmSync(root, { recursive: true });
  });

  test('with a query is refused where a call knows none', async () => {
    const { call, token } = await platform.signIn();
    const { data } = await call(contract.application.create, { body: { name: 'kept', categoryId: 1 } });
    const url = `/v1/platform/application/${data.id}`;
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
    const reply = await platform.app.inject({ method: 'DELETE', url: `${url}?dryRun=true`, headers });

    expect(reply.json()).toMatchObject({
      code: ErrorCode.invalidInput,
      details: [{ path: 'query', message: expect.stringContaining('dryRun') }],
    });
    expect((await platform.app.inject({ url, headers })).json()).toMatchObject({ success: true });
  });

  test.each(['0', '-1', '1.5', 'x', '2147483648', '9007199254740993', '1e99', '%20', '1%00'])('with the id %s is refused', async (id) => {
    const { token } = await platform.signIn();
    const headers = { authorization: `Bearer ${token}` };

    expect(isRefusal(await platform.app.inject({ method: 'DELETE', url: `/v1/platform/currentUser/session/${id}`, headers }))).toBe(true);
    expect(isRefusal(await platform.app.inject({ url: `/v1/platform/application/${id}`, headers }))).toBe(true);
  });
});

describe('an email', () => {
  test('is kept trimmed, in lower case, fit for a header and for the name of a file', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.string({ unit: 'binary' }),
          fc.string().map((name) => `${name}@example.com`),
        ),
        (text) => {
          const { success, data } = Email.safeParse(text);
          if (!success) return;
          expect(data).toBe(text.trim().toLowerCase());
          expect(data).toMatch(/^[^\s/\\:<>"\0]+@[^\s/\\:<>"\0]+$/);
        },
      ),
    );
  });

  test('of any kind never makes judging a password fail', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (password, email) => typeof isWeakPassword(password, email) === 'boolean',
      ),
    );
  });
});

test('nothing that a form sends is ever a fault of ours', async () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null), fc.boolean(), fc.constant(someone.email));
  const body = fc.record({ email: value, password: value, name: value, code: value, purpose: value, avatar: value }, { requiredKeys: [] });
  const fresh = await startPlatform();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(account.login, account.sendCode, account.resetPassword, account.register),
      body,
      async ({ path }, payload) => {
        const { statusCode } = await fresh.app.inject({ method: 'POST', url: path, payload, headers: { 'accept-language': 'en' } });
        expect(statusCode).toBeLessThan(500);
      },
    ),
    { numRuns: 200 },
  );
  await fresh.close();
});
