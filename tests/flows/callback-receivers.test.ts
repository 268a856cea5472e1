import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { contract } from '../../contract';
import { failureTexts } from '../../contract/callback-text';
import { ErrorCode } from '../../contract/errors';
import type { Attempt } from '../../contract/webhook';
import { makeProject, type Project } from '../support/callbacks';
import { eventually } from '../support/eventually';
import { startPlatform, type TestPlatform } from '../support/platform';
import { freePort } from '../support/ports.mjs';
import { type Behaviour, type Receiver, receivers, startReceiver, verified } from '../support/receiver';
import { selfSigned } from '../support/self-signed';

const { webhook } = contract;

let platform: TestPlatform;
const open: Receiver[] = [];
const silent: (() => void)[] = [];

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  for (const end of silent) end();
  await Promise.all(open.map((one) => one.close()));
  await platform.close();
});

async function receiver(behaviour: Behaviour, tls?: typeof selfSigned) {
  const one = await startReceiver(behaviour, tls);
  open.push(one);
  return one;
}

/** Starts a server that never answers the TLS handshake. */
async function silence() {
  const lines: Socket[] = [];
  const server = createServer((line) => lines.push(line)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  silent.push(() => {
    for (const line of lines) line.destroy();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Tests a callback URL. @returns the answer and the record */
async function tried(url: string): Promise<{ attempt: Attempt; project: Project; recorded: Attempt | undefined; status: string }> {
  const project = await makeProject(platform);
  await project.subscribe(url);
  const { data } = await project.call(webhook.test, { params: project.params, body: {} });
  const detail = await project.record(data.recordId);
  return { attempt: data, project, recorded: detail.attempts[0], status: detail.status };
}

describe('a receiver that', () => {
  const cases: [string, () => Promise<string>, keyof typeof failureTexts, number | null][] = [
    ['is not there', async () => `http://127.0.0.1:${await freePort()}/`, 'connectionRefused', null],
    ['has no address', async () => 'http://nowhere.invalid/hook', 'dnsFailed', null],
    ['hangs', async () => (await receiver(receivers.hangs)).url, 'timeout', null],
    ['lets nobody get as far as a request', silence, 'unreachable', null],
    ['closes early', async () => (await receiver(receivers.closesEarly)).url, 'connectionClosed', null],
    ['talks something else than HTTP', async () => (await receiver(receivers.talksNonsense)).url, 'invalidResponse', null],
    ['has a certificate nobody vouches for', async () => (await receiver(receivers.ok, selfSigned)).url, 'tlsFailed', null],
    ['speaks no TLS', async () => (await receiver(receivers.ok)).url.replace('http:', 'https:'), 'tlsFailed', null],
    ['redirects to the machine’s own metadata', async () => (await receiver(receivers.redirects)).url, 'redirect', 302],
    ['says it is gone', async () => (await receiver(receivers.gone)).url, 'gone', 410],
    ['is busy', async () => (await receiver(receivers.busy(1))).url, 'tooManyRequests', 429],
    ['fails', async () => (await receiver(receivers.fails)).url, 'serverError', 500],
  ];

  test.concurrent.each(cases)('%s: the try is recorded and explained', async (_, url, error, status) => {
    const { attempt, recorded, status: recordStatus } = await tried(await url());

    expect(attempt).toMatchObject({ error, response: status === null ? null : { status } });
    expect(recorded).toEqual({ ...attempt, recordId: undefined });
    expect(recordStatus).toBe('failed');
    expect(Object.keys(failureTexts[error])).toEqual(['zh-CN', 'en-US']);
    if (error === 'timeout') expect(attempt.durationMs).toBeGreaterThanOrEqual(15_000);
  });

  test.each([
    ['answers a gigabyte', receivers.answersGigabyte],
    ['streams for ever', receivers.streamsForEver],
  ])('%s has said 2xx: its beginning is kept', async (_, behaviour) => {
    const lines: Socket[] = [];
    const one = await receiver((response) => {
      if (response.socket) lines.push(response.socket);
      behaviour(response);
    });
    const { attempt, status } = await tried(one.url);

    expect(status).toBe('delivered');
    expect(attempt.response).toMatchObject({ status: 200, truncated: true });
    expect(attempt.response?.body.length).toBeLessThanOrEqual(16 * 1024);
    // The platform closes the connection: only the data in the sockets' buffers was sent until then.
    const [line] = await eventually(
      () => lines,
      ([first]) => first?.destroyed,
    );
    expect(line?.bytesWritten).toBeLessThan(100e6);
  });

  test('sends what a database cannot keep is recorded all the same', async () => {
    const { attempt, recorded } = await tried(
      (
        await receiver(
          (response) => void response.writeHead(200, { 'set-cookie': 'session=secret' }).end(Buffer.from([0, 0xff, 0xfe, 0x41])),
        )
      ).url,
    );

    expect(recorded).toEqual({ ...attempt, recordId: undefined });
    expect(JSON.stringify(attempt)).not.toContain('session=secret');
  });
});

test('a test of every type is signed like the real ones and fits its own schema', async () => {
  const one = await receiver(receivers.ok);
  const project = await makeProject(platform);
  const secret = await project.subscribe(one.url);
  const { data: types } = await project.call(webhook.eventTypes, { params: project.params });

  for (const { type, schema, example } of types) {
    await project.call(webhook.test, { params: project.params, body: { type } });
    const body = verified(one.arrived.at(-1) as never, secret);
    expect(Object.keys(body)).toEqual(Object.keys(example));
    expect(body.type).toBe(type);
    expect(body.data).toMatchObject({ appKey: project.appKey });
    expect(schema).toMatchObject({ type: 'object', required: ['type', 'timestamp', 'data'] });
  }
  expect((await project.records()).list.every(({ test, status }) => test && status === 'delivered')).toBe(true);
});

test('more than thirty tests a minute are refused, of one project only', async () => {
  const one = await receiver(receivers.ok);
  const project = await makeProject(platform);
  await project.subscribe(one.url);
  const answers = [];
  for (let n = 0; n < 31; n++) answers.push(await project.call(webhook.test, { params: project.params, body: {} }));

  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429]);
  expect(Number(answers[30]?.headers['retry-after'])).toBeGreaterThan(0);
  const neighbour = await makeProject(platform);
  await neighbour.subscribe(one.url);
  expect((await neighbour.call(webhook.test, { params: neighbour.params, body: {} })).status).toBe(200);
});

test('without settings there is nothing to test', async () => {
  const project = await makeProject(platform);
  const { status, failure } = await project.call(webhook.test, { params: project.params, body: {} });

  expect({ status, code: failure.code }).toEqual({ status: 404, code: ErrorCode.callbackNotSet });
  expect((await project.call(webhook.read, { params: project.params })).data).toBeNull();
});
