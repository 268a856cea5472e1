import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { contract } from '../../contract';
import { BIN_BODY_BYTES, BIN_REQUESTS, type BinAnswer } from '../../contract/bin';
import { ErrorCode } from '../../contract/errors';
import { HIDDEN } from '../../contract/webhook';
import { worthOf } from '../../server/bin/verify';
import { deliveryHeaders, newWebhookSecret, sign } from '../../server/webhook/signature';
import { makeProject, type Project } from '../support/callbacks';
import { startPlatform, type TestPlatform } from '../support/platform';

const { bin, webhook } = contract;
const DAY = 86_400_000;

let platform: TestPlatform;
let project: Project;
beforeEach(async () => {
  platform = await startPlatform({ callbackAllowPrivate: false });
  project = await makeProject(platform);
});
afterEach(() => platform.close());

const open = async (answer?: BinAnswer) => (await project.call(bin.open, { params: project.params, body: { answer } })).data;
const requests = async () => {
  const answer = await project.call(bin.read, { params: project.params, query: {} });
  expect(answer.status).toBe(200);
  return answer.data?.requests ?? [];
};
const save = (url: string, draft = {}) => project.call(webhook.save, { params: project.params, body: { url, ...draft } });
const tried = async () => (await project.call(webhook.test, { params: project.params, body: {} })).data;

/** A request from the internet. */
const post = (url: string, payload: string | Buffer = '{}', headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  platform.app.inject({ method: 'POST', url: new URL(url).pathname, payload, headers });

describe('a request bin', () => {
  test('is made when it is asked for, once, under an address nobody guesses', async () => {
    expect((await project.call(bin.read, { params: project.params, query: {} })).data).toBeNull();

    const [one, other] = await Promise.all([open(), open()]);

    expect(one.url).toMatch(/^http:\/\/[^/]+\/bin\/[\w-]{32}$/);
    expect(other.url).toBe(one.url);
    expect(one).toMatchObject({ answer: 'ok', requests: [] });
  });

  test('receives the callbacks of its project, verified, though private addresses are refused', async () => {
    const { url } = await open();
    await save(url);
    await project.happens({ type: 'device.event', name: 'door-opened', data: '{"id":"e1","data":{"angle":42}}' });
    await platform.platform.settle();

    const [arrived] = await requests();
    expect(arrived).toMatchObject({ verified: 'valid', status: 200, truncated: false });
    expect(JSON.parse(arrived?.body ?? '')).toMatchObject({ type: 'device.event', data: { name: 'door-opened', data: { angle: 42 } } });
    expect(arrived?.headers).toMatchObject({ host: new URL(url).host, 'content-type': 'application/json; charset=utf-8' });
    const { list } = await project.records();
    expect(list[0]).toMatchObject({ id: arrived?.headers['webhook-id'], status: 'delivered', responseStatus: 200 });
  });

  test.each([
    ['refused', 401, 'clientError'],
    ['gone', 410, 'gone'],
    ['busy', 429, 'tooManyRequests'],
    ['error', 500, 'serverError'],
    ['ok', 200, null],
  ] as const)('answers %s when that is wanted: %i', async (answer, status, error) => {
    const { url } = await open(answer);
    await save(url);

    expect(await tried()).toMatchObject({ response: { status }, error });
    expect(await requests()).toMatchObject([{ status, verified: 'valid' }]);
    expect((await post(url)).statusCode).toBe(status);
  });

  test.each(['bin', 'binRequest'])('answers 500 when the platform cannot read or write its %s', async (table) => {
    const { url } = await open();
    await save(url);
    await platform.platform.db.schema.alterTable(table).renameTo('away').execute();

    expect(await tried()).toMatchObject({ response: { status: 500 }, error: 'serverError' });
  });

  test('is sent nothing when the secret cannot be read, which is said', async () => {
    const { url } = await open();
    await save(url);
    await platform.platform.db.updateTable('webhook').set({ secret: 'sealed with another key' }).execute();

    expect(await tried()).toMatchObject({ response: null, error: 'secretUnreadable' });
    expect(await requests()).toEqual([]);
  });

  test('is slow when that is wanted', async () => {
    const { url } = await open('slow');
    await save(url);

    const { durationMs, error } = await tried();
    expect({ isSlow: durationMs >= 2990, error }).toEqual({ isSlow: true, error: null });
  });

  test('says what a signature was worth when it arrived', async () => {
    const { url } = await open();
    await post(url, '{"any":"body"}');
    const { data } = await save(url);
    const secret = data.secret ?? '';
    const signed = (with_: string, at: number, body: string) =>
      post(url, body, deliveryHeaders('msg_1', at, sign([with_], 'msg_1', at, body)));
    const now = platform.platform.now();
    await post(url, '{}', deliveryHeaders('msg_1', now, ''));
    await signed(secret, now, '{}');
    await signed(newWebhookSecret(), now, '{}');
    await signed(secret, now - 301_000, '{}');
    await post(url, '{"n":2}', deliveryHeaders('msg_1', now, sign([secret], 'msg_1', now, '{"n":1}')));
    await post(url, Buffer.from([0xff]), deliveryHeaders('msg_1', now, sign([secret], 'msg_1', now, '\ufffd')));
    await project.call(webhook.rotateSecret, { params: project.params, body: { overlapHours: 0 } });
    await signed(secret, now, '{}');

    const worths = (await requests()).map(({ verified }) => verified).reverse();
    expect(worths).toEqual([
      'unsigned',
      'unsigned',
      'valid',
      'wrong-signature',
      'stale',
      'wrong-signature',
      'wrong-signature',
      'wrong-signature',
    ]);
  });

  test('keeps no credentials: not the usual headers, not those of the callback', async () => {
    const { url } = await open();
    await save(url, { headers: { 'X-Team-Key': 'opens-doors', authorization: 'Bearer opens-doors' } });
    await tried();
    await post(url, '{}', { cookie: 'session=opens-doors', 'x-team-key': 'opens-doors', 'x-plain': 'seen' });

    const [byHand, delivered] = await requests();
    expect(delivered?.headers).toMatchObject({ 'x-team-key': HIDDEN, authorization: HIDDEN });
    expect(byHand?.headers).toMatchObject({ 'x-team-key': HIDDEN, cookie: HIDDEN, 'x-plain': 'seen' });
    expect(JSON.stringify(await platform.platform.db.selectFrom('binRequest').selectAll().execute())).not.toContain('opens-doors');
  });

  test(`keeps the newest ${BIN_REQUESTS}, for 7 days`, async () => {
    const { url } = await open();
    for (let n = 1; n <= BIN_REQUESTS + 5; n++) await post(url, `{"n":${n}}`);

    const kept = (await requests()).map(({ body }) => JSON.parse(body).n);
    expect(kept).toEqual(Array.from({ length: BIN_REQUESTS }, (_, at) => BIN_REQUESTS + 5 - at));
    expect((await project.call(bin.read, { params: project.params, query: { limit: 3 } })).data?.requests).toHaveLength(3);

    platform.pass(7 * DAY + 1);
    expect(await requests()).toEqual([]);
    await platform.platform.settle();
    expect(await platform.platform.db.selectFrom('binRequest').selectAll().execute()).toEqual([]);
  });

  test('is dead once it is removed, and so is the callback that leads there', async () => {
    const { url } = await open();
    await save(url);
    await project.call(bin.remove, { params: project.params });

    expect((await post(url)).statusCode).toBe(404);
    expect((await save(url)).failure.code).toBe(ErrorCode.callbackAddressRefused);
    expect((await open()).url).not.toBe(url);
  });

  test('goes with its project', async () => {
    const { url } = await open();
    await project.call(contract.application.remove, { params: { id: project.id } });

    expect((await post(url)).statusCode).toBe(404);
  });
});

describe('the guard against private addresses, with a bin', () => {
  test('lets only the bin of the same project through, letter for letter', async () => {
    const { url } = await open();
    const theirs = await makeProject(platform);
    const { data: other } = await theirs.call(bin.open, { params: theirs.params, body: {} });
    const { origin, pathname } = new URL(url);

    for (const tried of [
      other.url,
      `${url}?x=1`,
      `${url}/`,
      `${url}x`,
      `${url}/../../v1/platform/settings`,
      `${origin}/x/..${pathname}`,
      `http://127.0.0.1:22222${pathname}`,
      `http://[::1]${pathname}`,
      `http://169.254.169.254${pathname}`,
      `${origin}/bin/${'A'.repeat(32)}`,
      `${origin}/v1/platform/settings`,
    ].filter((one) => one !== url)) {
      const { failure } = await save(tried);
      expect({ tried, code: failure.code }).toEqual({ tried, code: ErrorCode.callbackAddressRefused });
    }
    expect((await save(`${url}#x`)).failure.code).toBe(ErrorCode.invalidInput);
    expect((await save(url)).status).toBe(200);
  });

  test('holds for what stands in the database already, and for replays', async () => {
    const { url } = await open();
    await save(url);
    const { recordId } = await tried();
    const replay = (to: string) => project.call(webhook.replay, { params: { ...project.params, id: recordId }, body: { url: to } });

    expect((await replay(url)).data.replay).toMatchObject({ response: { status: 200 }, error: null });
    expect((await replay(`${url}x`)).failure.code).toBe(ErrorCode.callbackAddressRefused);

    await platform.platform.db
      .updateTable('webhook')
      .set({ url: `${url}x` })
      .execute();
    expect(await tried()).toMatchObject({ response: null, error: 'addressRefused' });
  });

  test('knows the bin by PUBLIC_URL, and by the address it was made under', async () => {
    const behindProxy = await startPlatform({ callbackAllowPrivate: false, publicUrl: 'https://iot.example.com/base' });
    try {
      const one = await makeProject(behindProxy);
      const { data } = await one.call(bin.open, { params: one.params, body: {} });
      expect(data.url).toMatch(/^https:\/\/iot\.example\.com\/base\/bin\/[\w-]{32}$/);
      await one.subscribe(data.url);
      behindProxy.platform.config.publicUrl = 'https://new.example.com';

      await one.call(webhook.test, { params: one.params, body: {} });

      const { data: moved } = await one.call(bin.read, { params: one.params, query: {} });
      expect(moved).toMatchObject({ url: expect.stringContaining('https://new.example.com/bin/'), requests: [{ verified: 'valid' }] });
    } finally {
      await behindProxy.close();
    }
  });
});

describe('what comes from outside', () => {
  test('is 404 where there is no bin, and soon 429', async () => {
    const guess = () => post(`http://x/bin/${randomBytes(24).toString('base64url')}`);
    expect((await guess()).json()).toMatchObject({ success: false, code: ErrorCode.notFound });
    for (let n = 0; n < 60; n++) await guess();

    expect((await guess()).statusCode).toBe(429);
    const { url } = await open();
    expect((await post(url)).statusCode).toBe(200);
  });

  test('is taken 600 times a minute by one bin, whoever sends', async () => {
    platform.stopClock();
    const { url } = await open();
    for (let n = 0; n < 600; n++) await post(url);

    const { statusCode, headers } = await post(url);
    expect({ statusCode, wait: headers['retry-after'] }).toEqual({ statusCode: 429, wait: '30' });
    platform.pass(60_001);
    expect((await post(url)).statusCode).toBe(200);
  });

  test('waits 32 at a time for a slow answer', async () => {
    const { url } = await open('slow');
    const replies = await Promise.all(Array.from({ length: 40 }, () => post(url)));

    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(32);
    expect((await post(url)).statusCode).toBe(200);
  });

  test('may be of any type, and is kept up to 64 KB', async () => {
    const { url } = await open();
    const body = 'x'.repeat(BIN_BODY_BYTES + 1);
    await post(url, body, { 'content-type': 'text/plain' });
    await post(url, '<a/>', {});
    await post(url, Buffer.from([0, 1, 0xff]), { 'content-type': 'application/octet-stream' });
    await platform.app.inject({ method: 'POST', url: new URL(url).pathname });
    expect((await post(url, 'x'.repeat(2 * BIN_BODY_BYTES + 1), { 'content-type': 'text/plain' })).statusCode).toBe(413);

    const kept = (await requests()).map(({ body, bytes, truncated }) => ({ length: body.length, bytes, truncated }));
    expect(kept.reverse()).toEqual([
      { length: BIN_BODY_BYTES, bytes: BIN_BODY_BYTES + 1, truncated: true },
      { length: 4, bytes: 4, truncated: false },
      { length: 3, bytes: 3, truncated: false },
      { length: 0, bytes: 0, truncated: false },
    ]);
  });

  test('never breaks the bin, nor passes as signed', async () => {
    const secret = newWebhookSecret();
    const header = fc.string({ unit: 'binary', maxLength: 60 });
    const headers = fc.record(
      { 'webhook-id': header, 'webhook-timestamp': fc.oneof(header, fc.nat().map(String)), 'webhook-signature': header, __proto__: header },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(headers, fc.uint8Array({ maxLength: 200 }), (given, body) => {
        expect(worthOf(given, Buffer.from(body), [secret], Date.now())).toMatch(/^(unsigned|wrong-signature)$/);
      }),
    );

    const { url } = await open();
    const types = fc.constantFrom('text/plain', 'application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.oneof(types, fc.string({ maxLength: 40 })), async (body, type) => {
        const { statusCode } = await post(url, Buffer.from(body), {
          'content-type': type.replace(/[^\x20-\x7e]/g, ''),
          'x-odd': '__proto__',
        });
        expect([200, 415]).toContain(statusCode);
      }),
      { numRuns: 60 },
    );
    await post(url, '{"last":true}');
    expect((await requests())[0]?.body).toBe('{"last":true}');
  });

  test('of a stranger who is signed in: there is no such bin', async () => {
    await open();
    const { call } = await platform.signIn();

    for (const endpoint of [bin.read, bin.open, bin.remove]) {
      expect((await call(endpoint, { params: project.params, body: {} } as never)).failure.code).toBe(ErrorCode.notFound);
    }
    expect(await project.call(bin.read, { params: project.params, query: {} })).toMatchObject({ data: { requests: [] } });
  });
});
