import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import Papa from 'papaparse';
import { contract } from '../../contract';
import { DEFAULT_TYPES } from '../../contract/callback-event';
import { ErrorCode } from '../../contract/errors';
import { makeProject, type Project } from '../support/callbacks';
import { eventually } from '../support/eventually';
import { startPlatform, type TestPlatform } from '../support/platform';
import { answers, type Receiver, receivers, startReceiver } from '../support/receiver';

const { webhook } = contract;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const ENGLISH = { 'accept-language': 'en' };

let platform: TestPlatform;
let project: Project;
beforeEach(async () => {
  platform = await startPlatform();
  project = await makeProject(platform);
});
afterEach(() => platform.close());
const settle = () => platform.platform.settle();

describe('callback settings', () => {
  const url = 'http://127.0.0.1:8699/hook';
  const save = (body: object, headers = {}) => project.call(webhook.save, { params: project.params, body: { url, ...body } }, headers);

  test('answer the secret the first time only, and start with everything but telemetry', async () => {
    const { data } = await save({});
    expect(data).toMatchObject({
      url,
      events: DEFAULT_TYPES,
      headers: {},
      status: 'enabled',
      disabledReason: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      oldSecretUntil: null,
      failingSince: null,
      holdUntil: null,
      paused: 0,
      pending: 0,
      retrying: 0,
      pendingSince: null,
      dueSince: null,
    });
    expect(data.secretHint).toBe(`whsec_…${data.secret?.slice(-5, -1)}`);
    expect(DEFAULT_TYPES).not.toContain('device.telemetry');

    const { data: again } = await save({ events: ['device.online'], headers: { 'x-team': 'depth' } });
    expect(again).not.toHaveProperty('secret');
    expect(await project.settings()).toMatchObject({
      events: ['device.online'],
      headers: { 'x-team': 'depth' },
      secretHint: data.secretHint,
    });
  });

  test('say beside the field what is wrong', async () => {
    const { status, failure } = await save({ url: 'http://me:secret@example.com', headers: { host: 'x' }, events: ['ping'] }, ENGLISH);
    const { failure: named } = await save({ headers: { 'x team': 'depth' } }, ENGLISH);
    expect(named.details).toEqual([{ path: 'body.headers.x team', message: 'This is not the name of a header' }]);

    expect(status).toBe(400);
    expect(failure.details?.map(({ path }) => path).sort()).toEqual(['body.events.0', 'body.headers', 'body.url']);
    expect(failure.details?.find(({ path }) => path === 'body.url')?.message).toBe(
      'No user name or password in the URL; use a header instead',
    );
  });

  test('keep secrets and headers unreadable in the database', async () => {
    const { data } = await save({ headers: { authorization: 'Bearer of-the-developer' } });
    const { data: rotated } = await project.call(webhook.rotateSecret, { params: project.params, body: {} });
    const kept = JSON.stringify(await platform.platform.db.selectFrom('webhook').selectAll().execute());

    for (const text of [data.secret ?? '?', rotated.secret, 'of-the-developer']) {
      expect(kept).not.toContain(text.replace('whsec_', ''));
    }
  });

  test('rotate the secret with an overlap', async () => {
    await save({});
    const { data } = await project.call(webhook.rotateSecret, { params: project.params, body: { overlapHours: 1 } });
    expect(data.secret).toMatch(/^whsec_/);
    expect((await project.settings()).oldSecretUntil).not.toBeNull();

    platform.pass(HOUR);
    expect((await project.settings()).oldSecretUntil).toBeNull();
  });

  test('saved again by hand, switched on or off, say so', async () => {
    await save({ status: 'disabled' });
    expect(await project.settings()).toMatchObject({ status: 'disabled', disabledReason: null });
    await save({ status: 'enabled' });
    expect((await project.settings()).status).toBe('enabled');
  });

  test('open with the key of the data folder after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'iot-base-callback-'));
    const database = process.env.TEST_DATABASE_URL ? {} : { database: join(dataDir, 'platform.db') };
    const receiver = await startReceiver();
    const first = await startPlatform({ dataDir, ...database });
    const own = await makeProject(first);
    await own.subscribe(receiver.url, { headers: { 'x-token': 'kept' } });
    const shared = { dataDir, database: first.platform.config.database };
    await first.platform.callbacks.close();
    if (!process.env.TEST_DATABASE_URL) await first.close();

    const second = await startPlatform(shared);
    const row = await second.platform.db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow();
    const { answered } = await second.platform.callbacks.delivery.deliver(row, { messageId: 'msg_x', body: '{}' });
    expect(answered.error).toBeNull();
    expect(receiver.arrived[0]?.headers['x-token']).toBe('kept');
    await second.close();
    if (process.env.TEST_DATABASE_URL) await first.close();
    await receiver.close();
    rmSync(dataDir, { recursive: true });
  });
});

describe('where the platform is reached by others', () => {
  test.each(['http://127.0.0.1/', 'http://localhost:8080/', 'http://169.254.169.254/', 'http://[::1]/', 'http://2130706433/'])(
    'a callback to %s is refused, and so is a replay',
    async (url) => {
      const open = await startPlatform({ callbackAllowPrivate: false });
      const own = await makeProject(open);
      const { status, failure } = await own.call(webhook.save, { params: own.params, body: { url } }, ENGLISH);

      expect({ status, code: failure.code }).toEqual({ status: 400, code: ErrorCode.callbackAddressRefused });
      const named =
        new URL(url).hostname === 'localhost' ? /^localhost \([\d.:]+\) is a private/ : /^[\d.:]+ is a private.*CALLBACK_ALLOW_PRIVATE/;
      expect(failure.details?.[0]).toMatchObject({ path: 'body.url', message: expect.stringMatching(named) });
      expect((await own.call(webhook.read, { params: own.params })).data).toBeNull();
      // The check that the form makes before saving gives the same reason.
      const asked = await own.call(webhook.check, { params: own.params, body: { url } }, ENGLISH);
      expect(asked.failure.details).toEqual(failure.details);
      await open.close();
    },
  );

  test('a callback that was private before is not called, and its records say why', async () => {
    const open = await startPlatform({ callbackAllowPrivate: false });
    const receiver = await startReceiver();
    const own = await makeProject(open);
    await own.subscribe('http://203.0.113.9.example.invalid/');
    await open.platform.db.updateTable('webhook').set({ url: receiver.url }).execute();
    await own.reports(1);
    await open.platform.settle();

    expect((await own.records()).list).toMatchObject([{ status: 'pending', error: 'addressRefused' }]);
    expect(receiver.arrived).toEqual([]);
    await open.close();
    await receiver.close();
  });
});

describe('callback records', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    await project.subscribe(receiver.url);
  });
  afterEach(() => receiver.close());

  const count = async (query: Parameters<Project['records']>[0]) => (await project.records(query)).total;

  test('are filtered by state, event, device, answer and time, alone and together', async () => {
    platform.stopClock();
    await project.reports(1, 'A');
    await project.happens({ type: 'device.upgrade.failed', data: '{"packetId":1,"stage":"failed"}' }, 'B');
    await settle();
    platform.pass(SECOND);
    const middle = new Date(platform.platform.now()).toISOString();
    platform.pass(60 * SECOND);
    receiver.behave(receivers.inTurn(answers(404), answers(503), receivers.closesEarly));
    for (const [n, sn] of ['A', 'A', 'B'].entries()) {
      await project.reports(n, sn);
      await settle();
    }

    expect(await count({})).toBe(5);
    expect(await count({ status: 'delivered' })).toBe(2);
    expect(await count({ status: 'pending' })).toBe(3);
    expect(await count({ status: 'failed' })).toBe(0);
    expect(await count({ type: 'device.event' })).toBe(4);
    expect(await count({ sn: 'A' })).toBe(3);
    expect(await count({ sn: 'A', status: 'pending' })).toBe(2);
    expect(await count({ sn: 'A', status: 'pending', responseStatus: '4xx' })).toBe(1);
    expect(await count({ responseStatus: '2xx' })).toBe(2);
    expect(await count({ responseStatus: 503 as never })).toBe(1);
    expect(await count({ responseStatus: 'none' })).toBe(1);
    expect(await count({ from: middle })).toBe(3);
    expect(await count({ to: middle, type: 'device.event' })).toBe(1);
    expect(await count({ status: '' as never, sn: '' })).toBe(5);
    expect((await project.call(webhook.records, { params: project.params, query: { responseStatus: '9xx' } })).status).toBe(400);
  });

  test('come in pages, the newest first, each once', async () => {
    for (let n = 0; n < 23; n++) {
      await project.reports(n, `D-${n % 4}`);
      if (n % 5 === 0) await settle();
    }
    await settle();
    const pages = [];
    for (let current = 1; current <= 3; current++) pages.push(...(await project.records({ current, pageSize: 10 })).list);
    const times = pages.map(({ createdAt }) => createdAt);

    expect(new Set(pages.map(({ id }) => id)).size).toBe(23);
    expect(times).toEqual([...times].sort().reverse());
    expect((await project.records({ current: 4 })).list).toEqual([]);
  });

  test('are exported as CSV, with formulas made harmless', async () => {
    await project.happens({ type: 'device.event', name: 'x', data: '{"data":"=1+1, \\"quoted\\""}' }, '-1');
    await project.reports(1, 'A');
    await settle();
    const { payload } = await platform.app.inject({
      url: `/v1/platform/${project.appKey}/webhook/record/export?type=device.event`,
      headers: { authorization: `Basic ${Buffer.from(`${project.appKey}:${project.appSecret}`).toString('base64')}` },
    });
    const { data } = Papa.parse<Record<string, string>>(payload.replace('\uFEFF', ''), { header: true, skipEmptyLines: true });

    expect(payload.startsWith('\uFEFFid,type,name,sn,')).toBe(true);
    expect(data.map(({ name, sn, status }) => [name, sn, status])).toEqual([
      ['measured', 'A', 'delivered'],
      ['x', "'-1", 'delivered'],
    ]);
    expect(JSON.parse(data[1]?.payload ?? '').data.data).toBe('=1+1, "quoted"');
  });

  test('are somebody’s: another project’s record does not exist', async () => {
    await project.reports(1);
    await settle();
    const [{ id = '' } = {}] = (await project.records()).list;
    const other = await makeProject(platform, project);
    await other.subscribe(receiver.url);

    for (const endpoint of [webhook.record, webhook.resend]) {
      expect((await other.call(endpoint, { params: { ...other.params, id } })).failure.code).toBe(ErrorCode.notFound);
    }
    const { data } = await other.call(webhook.resendRecords, { params: other.params, body: { ids: [id] } });
    expect(data.queued).toBe(0);
    const { failure } = await other.call(webhook.doctor, { params: other.params, body: { recordId: id } });
    expect(failure.details?.[0]).toMatchObject({ path: 'body.recordId' });
    expect(failure.code).toBe(ErrorCode.noSuchRecord);
  });

  test('are removed after thirty days, with their attempts', async () => {
    await project.reports(1);
    await settle();
    platform.pass(29 * 24 * HOUR);
    await project.reports(2);
    await settle();
    expect(await count({})).toBe(2);

    platform.pass(2 * 24 * HOUR);
    await settle();
    expect(await count({})).toBe(1);
    const { db } = platform.platform;
    expect(await db.selectFrom('callbackAttempt').select('id').execute()).toHaveLength(1);
    expect(await db.selectFrom('callbackFlight').selectAll().execute()).toEqual([]);
  });

  test('go with their project', async () => {
    await project.reports(1);
    await settle();
    await project.call(contract.application.remove, { params: { id: project.id } });
    const { db } = platform.platform;
    // The deletion runs in the background.
    const rest = () => db.selectFrom('application').select('id').execute();
    await eventually(rest, ({ length }) => length === 0);

    for (const table of ['callbackRecord', 'callbackAttempt', 'callbackStat', 'webhook'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test('of tests count for nothing on the project, sent again or not', async () => {
    receiver.behave(receivers.fails);
    const { data: test } = await project.call(webhook.test, { params: project.params, body: {} });
    await project.call(webhook.resend, { params: { ...project.params, id: test.recordId } });
    await settle();

    expect(await project.record(test.recordId)).toMatchObject({ status: 'pending', test: true });
    const { data } = await project.call(contract.application.list, { query: {} });
    expect(data.list[0]?.callbacks).toEqual({ delivered: 0, failed: 0, retrying: 0 });
    expect(data.totals.callbacks).toEqual({ delivered: 0, failed: 0, retrying: 0 });
  });

  test('have statistics over time', async () => {
    platform.stopClock();
    await project.reports(1);
    await settle();
    receiver.behave(receivers.fails);
    platform.pass(2 * HOUR);
    await project.reports(2);
    await settle();
    const stats = async (query: Record<string, unknown>) => (await project.call(webhook.stats, { params: project.params, query })).data;

    const day = await stats({});
    expect(day.step).toBe(3600);
    expect(day.total).toEqual({ delivered: 1, failed: 1, p50: expect.any(Number), p95: expect.any(Number) });
    expect(day.series.filter(({ delivered, failed }) => delivered + failed > 0)).toMatchObject([
      { delivered: 1, failed: 0, p50: expect.any(Number) },
      { delivered: 0, failed: 1 },
    ]);
    expect(day.series.find(({ delivered, failed }) => delivered + failed === 0)).toMatchObject({ p50: null, p95: null });
    const from = new Date(platform.platform.now() - HOUR).toISOString();
    const hour = await stats({ from, step: 60 });
    expect(hour).toMatchObject({ step: 60, total: { delivered: 0, failed: 1 } });
    expect(hour.series.length).toBeGreaterThanOrEqual(60);
    // By default the intervals of the last 24 hours are aligned to the clock; with `from` they start there.
    const { total, series } = await stats({ step: 900 });
    expect(total).toEqual(day.total);
    expect(series.map(({ at }) => Date.parse(at) % 900_000)).toEqual(series.map(() => 0));
    const quarter = await stats({ from, step: 900 });
    expect(Date.parse(quarter.series[0]?.at ?? '')).toBe(Math.floor(Date.parse(from) / 60_000) * 60_000);
    const year = await stats({ from: new Date(0).toISOString(), step: 60 });
    expect(year.series.length).toBeLessThanOrEqual(1501);
  });
});

test('monitors see how tries ended, how long they took, and how many records wait', async () => {
  platform.stopClock();
  const receiver = await startReceiver();
  await project.subscribe(receiver.url);
  await project.reports(1);
  await project.reports(2);
  await settle();
  receiver.behave(receivers.fails);
  await project.reports(3);
  await settle();
  await project.call(webhook.switch, { params: project.params, body: { status: 'disabled' } });
  await project.reports(4);

  const lines = (await platform.platform.metrics.metrics()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'callback_tries_total{outcome="delivered"} 2',
      'callback_tries_total{outcome="serverError"} 1',
      'callback_duration_seconds_count 3',
    ]),
  );
  // The failed record may be counted as paused, so all states are summed up.
  const waiting = lines.filter((line) => line.startsWith('callback_records_waiting{')).map((line) => Number(line.split(' ').at(-1)));
  expect(waiting.reduce((sum, count) => sum + count)).toBe(2);
  await receiver.close();
});

describe('the signature doctor', () => {
  let receiver: Receiver;
  let secret: string;
  let id: string;
  beforeEach(async () => {
    receiver = await startReceiver();
    secret = await project.subscribe(receiver.url);
    await project.happens({ type: 'device.event', name: 'measured', data: '{"data":{"volume":1.50,"unit":"m³"}}' });
    await settle();
    id = (await project.records()).list[0]?.id ?? '';
  });
  afterEach(() => receiver.close());

  const arrived = () => {
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.arrived;
    return { headers: headers as Record<string, string>, body };
  };
  const verdict = async (body: Record<string, unknown>) => {
    const { data, status } = await project.call(webhook.doctor, { params: project.params, body }, ENGLISH);
    expect({ status, meaning: !!data.meaning, advice: !!data.advice }).toEqual({ status: 200, meaning: true, advice: true });
    return { verdict: data.verdict, facts: data.facts };
  };
  const listed = (headers: object, print: (name: string, value: string) => string, between = '\n') =>
    Object.entries(headers)
      .map(([name, value]) => print(name, value))
      .join(between);
  const rotate = async (overlapHours = 24) =>
    (await project.call(webhook.rotateSecret, { params: project.params, body: { overlapHours } })).data.secret;

  test('finds nothing wrong with what is right: a record, or what arrived', async () => {
    const { headers, body } = arrived();
    const lines = Object.entries(headers).map(([name, value]) => `< ${name}: ${value}`);

    expect(await verdict({ recordId: id })).toEqual({ verdict: 'nothingReceived', facts: {} });
    expect(await verdict({ recordId: id, secret })).toEqual({ verdict: 'ok', facts: {} });
    expect(await verdict({ recordId: id, body })).toEqual({ verdict: 'ok', facts: {} });
    expect(await verdict({ recordId: id, headers, body, secret })).toEqual({ verdict: 'ok', facts: {} });
    expect(await verdict({ headers: lines.join('\r\n'), body, secret: secret.replace('whsec_', '') })).toEqual({
      verdict: 'ok',
      facts: {},
    });
  });

  test.each([
    ['JSON', (headers: object) => JSON.stringify(headers, null, 2)],
    ['JSON in one line', (headers: object) => JSON.stringify(headers)],
    ['what console.log prints', (headers: object) => inspect(headers)],
    ['what Python prints', (headers: object) => JSON.stringify(headers, null, 1).replaceAll('"', "'").replaceAll('\n', '')],
    [
      'options of curl',
      (headers: object) =>
        Object.entries(headers)
          .map(([name, value]) => `-H '${name}: ${value}' \\`)
          .join('\n'),
    ],
    ['options of curl in one line', (headers: object) => listed(headers, (name, value) => `-H '${name}: ${value}'`, ' ')],
    [
      'a whole command of curl',
      (headers: object) =>
        `curl -i ${listed(headers, (name, value) => `--header "${name}: ${value}"`, ' ')} --data '{}' 'https://example.com/hook?a=1'`,
    ],
    ['names and values line by line', (headers: object) => listed(headers, (name, value) => `${name}\n${value}`)],
    ['a table', (headers: object) => listed(headers, (name, value) => `${name}\t${value}`)],
    ['lines with a wide colon', (headers: object) => listed(headers, (name, value) => `${name}：${value}`)],
    ['variables of CGI', (headers: object) => listed(headers, (name, value) => `HTTP_${name.toUpperCase().replaceAll('-', '_')}=${value}`)],
    ['what Go prints', (headers: object) => `map[${listed(headers, (name, value) => `${name}:[${value}]`, ' ')}]`],
    ['raw headers of Node', (headers: object) => inspect(Object.entries(headers).flat())],
  ])('reads headers as %s', async (_, print) => {
    const { headers, body } = arrived();
    expect(await verdict({ headers: print(headers), body })).toEqual({ verdict: 'ok', facts: {} });
    const { 'webhook-id': _id, ...rest } = headers;
    expect(await verdict({ headers: print(rest), body })).toMatchObject({ verdict: 'missingHeader', facts: { missing: 'webhook-id' } });
  });

  test.each([
    ['are only named', 'vary: webhook-id, webhook-timestamp, webhook-signature\nwebhook-id webhook-timestamp webhook-signature'],
    ['are hidden in blanks', `a:${' '.repeat(8000)}x\ry\nwebhook-id${' '.repeat(8000)}-`],
  ])('finds none where they %s', async (_, headers) => {
    expect(await verdict({ headers, body: '{}' })).toMatchObject({ verdict: 'missingHeader' });
  });

  test('takes what a line says as it stands', async () => {
    const { headers, body } = arrived();
    const lines = listed({ ...headers, 'webhook-timestamp': `${headers['webhook-timestamp']}.123` }, (name, value) => `${name}: ${value}`);
    expect((await verdict({ headers: lines, body })).verdict).not.toBe('ok');
  });

  test('sees a header that is missing', async () => {
    const { 'webhook-signature': _, ...headers } = arrived().headers;
    expect(await verdict({ headers, body: arrived().body })).toEqual({ verdict: 'missingHeader', facts: { missing: 'webhook-signature' } });
  });

  test('tells a wrong secret from an old one', async () => {
    const { headers, body } = arrived();
    const wrong = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(await verdict({ headers, body, secret: wrong })).toMatchObject({ verdict: 'wrongSecret', facts: { form: 'another secret' } });
    expect(await verdict({ recordId: id, secret: project.appSecret })).toMatchObject({ verdict: 'wrongSecret' });

    const fresh = await rotate();
    // The old secret is still valid, so only the body is wrong.
    expect(await verdict({ headers, body: JSON.stringify(JSON.parse(body), null, 2), secret })).toMatchObject({
      verdict: 'reserialisedBody',
    });
    expect(await verdict({ recordId: id, secret })).toMatchObject({ verdict: 'okWithOld', facts: { given: 'old' } });
    expect(await verdict({ headers, body, secret: fresh })).toMatchObject({ verdict: 'signedWithOld' });
    platform.pass(48 * HOUR);
    expect(await verdict({ recordId: id, secret })).toMatchObject({ verdict: 'okWithOld' });
    // Sent after the overlap, it has the signature of the new secret alone.
    await project.call(webhook.resend, { params: { ...project.params, id } });
    await settle();
    expect(await verdict({ recordId: id, secret })).toMatchObject({ verdict: 'oldSecret' });
  });

  test('recognises a body that was parsed and written again', async () => {
    const { headers, body } = arrived();
    expect(await verdict({ headers, body: JSON.stringify(JSON.parse(body), null, 2) })).toMatchObject({ verdict: 'reserialisedBody' });
    expect(await verdict({ recordId: id, body: `${body}\n` })).toMatchObject({ verdict: 'reserialisedBody' });
    expect(await verdict({ recordId: id, body: body.replace('³', '\\u00b3') })).toMatchObject({ verdict: 'reserialisedBody' });
  });

  test('recognises a body that is cut off, and one that is another', async () => {
    const { headers, body } = arrived();
    expect(await verdict({ headers, body: body.slice(0, -20) })).toMatchObject({
      verdict: 'truncatedBody',
      facts: { receivedBytes: Buffer.byteLength(body.slice(0, -20)), sentBytes: Buffer.byteLength(body) },
    });
    expect(await verdict({ headers, body: body.replace('1.5', '1.6') })).toMatchObject({ verdict: 'differentBody' });
  });

  test('sees a timestamp, an id and a signature that were not sent', async () => {
    const { headers, body } = arrived();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(await verdict({ headers: { ...headers, 'webhook-timestamp': later }, body })).toMatchObject({ verdict: 'wrongTimestamp' });
    expect(await verdict({ headers: { ...headers, 'webhook-timestamp': 'today' }, body })).toMatchObject({ verdict: 'wrongTimestamp' });
    expect(await verdict({ headers: { ...headers, 'webhook-id': 'msg_of_another' }, body })).toMatchObject({ verdict: 'wrongId' });
    expect(await verdict({ recordId: id, headers: { ...headers, 'webhook-id': 'msg_of_another' } })).toMatchObject({
      verdict: 'otherRecord',
    });
    expect(await verdict({ headers: { ...headers, 'webhook-signature': 'v1,AAAA' }, body })).toMatchObject({ verdict: 'wrongSignature' });
  });

  test('sees a clock that is wrong, by what the receiver said or answered', async () => {
    const { headers, body } = arrived();
    const receivedAt = new Date(Date.now() + HOUR).toISOString();
    const { facts } = await verdict({ headers, body, receivedAt });
    expect(Math.abs(Number(facts.secondsApart) - 3600)).toBeLessThan(30);

    receiver.behave(answers(401, { date: new Date(Date.now() - 10 * 60 * SECOND).toUTCString() }));
    await project.call(webhook.resend, { params: { ...project.params, id } });
    await settle();
    expect(await verdict({ recordId: id })).toMatchObject({ verdict: 'clockSkew' });
  });

  test('takes the body from a command of curl, and says where there is none', async () => {
    const { headers, body } = arrived();
    const curl = (sent: string) =>
      `curl -i \\\n  ${listed(headers, (name, value) => `-H '${name}: ${value}' \\`, '\n  ')}\n  --data-binary '${sent.replaceAll("'", "'\\''")}' \\\n  'https://example.com'`;
    expect(await verdict({ headers: curl(body), body: '' })).toMatchObject({ verdict: 'ok' });
    expect(await verdict({ headers: curl(`${body.slice(0, -2)}it's`), body: '' })).toMatchObject({ verdict: 'differentBody' });
    expect(await verdict({ headers, body: '' })).toMatchObject({ verdict: 'emptyBody' });
  });

  test('needs no record: one that is gone is judged by its signature', async () => {
    const { headers, body } = arrived();
    await platform.platform.db.deleteFrom('callbackRecord').execute();

    expect(await verdict({ headers, body })).toMatchObject({ verdict: 'ok' });
    expect(await verdict({ headers, body: JSON.stringify(JSON.parse(body), null, 1) })).toMatchObject({ verdict: 'reserialisedBody' });
    expect(await verdict({ headers, body: body.slice(0, 50) })).toMatchObject({ verdict: 'truncatedBody' });
    await rotate();
    expect(await verdict({ headers, body })).toMatchObject({ verdict: 'signedWithOld' });
  });

  test('does not judge by a record that has not been sent, but by what is pasted beside it', async () => {
    await project.call(webhook.switch, { params: project.params, body: { status: 'disabled' } });
    await project.happens({ type: 'device.event', name: 'measured', data: '{}' });
    const [waiting] = (await project.records()).list;
    expect(await verdict({ recordId: waiting?.id })).toEqual({ verdict: 'notSent', facts: {} });

    // Sent, but the platform ended before it had noted that.
    const { headers, body } = arrived();
    await platform.platform.db.deleteFrom('callbackAttempt').execute();
    expect(await verdict({ recordId: id })).toMatchObject({ verdict: 'notSent' });
    expect(await verdict({ recordId: id, headers, body })).toMatchObject({ verdict: 'ok' });
    expect(await verdict({ recordId: id, headers, body: body.slice(0, -20) })).toMatchObject({ verdict: 'truncatedBody' });
    expect(await verdict({ headers: { ...headers, 'webhook-signature': 'v1,AAAA' }, body })).toEqual({
      verdict: 'wrongSignature',
      facts: { received: 'v1,AAAA' },
    });
    expect(await verdict({ recordId: id, secret: project.appSecret })).toMatchObject({ verdict: 'wrongSecret' });
    expect(await verdict({ recordId: id, body: body.slice(0, -20) })).toMatchObject({ verdict: 'truncatedBody' });
  });

  test('asks for something to look at', async () => {
    const { status, failure } = await project.call(webhook.doctor, { params: project.params, body: { body: '{}' } }, ENGLISH);
    expect({ status, message: failure.details?.[0]?.message }).toEqual({
      status: 400,
      message: 'Give the id of a record, or paste the headers that arrived',
    });
  });
});
