import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { contract } from '../../contract';
import { pathOf } from '../../contract/endpoint';
import { clientIdOf, upTopic } from '../../contract/topics';
import { startPlatform, type TestPlatform } from '../support/platform';
import { openStream, type Stream } from '../support/stream';

let stage: TestPlatform;
let me: Awaited<ReturnType<TestPlatform['signIn']>>;
let appKey: string;
let base: string;
const streams: Stream[] = [];

beforeEach(async () => {
  stage = await startPlatform();
  me = await stage.signIn();
  const { data } = await me.call(contract.application.create, { body: { name: '气象站', categoryId: 1 } });
  appKey = data.appKey;
  for (const sn of ['S1', 'S2']) await me.call(contract.device.create, { params: { appKey }, body: { sn } });
  base = await stage.app.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await stage.close();
});

async function listen({ sn, lastEventId, token = me.token }: { sn?: string; lastEventId?: string; token?: string } = {}) {
  const stream = await openStream({ base, appKey, token, sn, lastEventId });
  streams.push(stream);
  return stream;
}

const connected = (sn: string, connectedAt = Date.now()) =>
  stage.platform.gate.connected({ clientId: clientIdOf(appKey, sn), connectedAt, address: '10.0.0.1' });
const telemetry = (sn: string, t: number) =>
  stage.platform.gate.received({ topic: upTopic(appKey, sn, 'telemetry'), payload: Buffer.from(JSON.stringify({ values: { t } })) });

test('an open page hears that a device came online, and the counts', async () => {
  const page = await listen();
  expect((await page.next('counts')).message.counts).toMatchObject({ all: 2, online: 0 });

  await connected('S1');

  expect((await page.next('device')).message).toMatchObject({ sn: 'S1', state: 'online', address: '10.0.0.1' });
  expect((await page.next('counts')).message.counts).toMatchObject({ online: 1 });
});

test('a device’s page hears everything of that device, and nothing of another', async () => {
  const page = await listen({ sn: 'S1' });
  await page.next('counts');

  await telemetry('S2', 1);
  await telemetry('S1', 2);

  expect((await page.next('event')).message.event).toMatchObject({ sn: 'S1', type: 'device.telemetry', data: { values: { t: 2 } } });
  expect(page.heard.filter(({ message }) => message.type === 'event')).toEqual([]);
});

test('a device’s page hears that it is disabled and enabled, though neither is an event', async () => {
  const page = await listen({ sn: 'S1' });
  await page.next('device', ({ state }) => state === 'inactive');

  for (const enabled of [false, true]) {
    await me.call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled } });
    await page.next('device', ({ state }) => state === (enabled ? 'inactive' : 'disabled'));
  }
});

test('a device’s page hears that it is deleted, once, and no other page does', async () => {
  const [page, other] = [await listen({ sn: 'S1' }), await listen({ sn: 'S2' })];
  await page.next('counts');
  await me.call(contract.device.remove, { params: { appKey, sn: 'S1' } });

  expect((await page.next('gone')).message).toEqual({ type: 'gone', sn: 'S1' });
  await telemetry('S2', 1);
  await other.next('event');
  for (const { heard } of [page, other]) expect(heard.filter(({ message }) => message.type === 'gone')).toEqual([]);
  // Its upgrades can be read no more, those of the others can.
  await other.next('upgrade');
  expect(page.heard.filter(({ message }) => message.type === 'upgrade')).toEqual([]);
});

test('a stream that broke off goes on where it was', async () => {
  const first = await listen({ sn: 'S1' });
  await first.next('counts');
  await telemetry('S1', 1);
  const { id } = await first.next('event');
  first.close();
  await first.ended;
  for (const t of [2, 3]) await telemetry('S1', t);

  const second = await listen({ sn: 'S1', lastEventId: id });

  for (const t of [2, 3]) expect((await second.next('event')).message.event.data).toEqual({ values: { t } });
  // Messages without IDs cannot be resumed, so the page is told to read their data again.
  for (const type of ['callbacks', 'upgrade'] as const) await second.next(type);
});

test('who missed too much is told to read again', async () => {
  const first = await listen({ sn: 'S1' });
  await first.next('counts');
  await telemetry('S1', 0);
  const { id } = await first.next('event');
  await Promise.all(Array.from({ length: 1000 }, (_, t) => telemetry('S1', t)));

  const second = await listen({ sn: 'S1', lastEventId: id });

  await second.next('reset');
});

test('what one page changes, the others look at again, but not for what it only asks', async () => {
  const looked = jest.spyOn(stage.platform.nudge, 'changed');
  const params = { appKey };
  await me.call(contract.config.readSync, { params, body: { sns: ['S1'] } });
  await me.call(contract.config.checkSchema, { params, body: { schema: { type: 'object' } } });
  await me.call(contract.device.list, { params, query: {} });
  const page = await listen();
  await me.call(contract.device.create, { params, body: { sn: 'S3' } });
  await page.next('counts', ({ counts }) => counts.all === 3);
  expect(looked).toHaveBeenCalledTimes(1);
});

test('an open page hears that its callback is set, switched off, and signed with another secret', async () => {
  const params = { appKey };
  const page = await listen();
  await page.next('counts');
  await me.call(contract.webhook.save, { params, body: { url: 'http://127.0.0.1:8699/nobody' } });
  await page.next('callbacks');
  await me.call(contract.webhook.switch, { params, body: { status: 'disabled' } });
  await page.next('callbacks');
  await me.call(contract.webhook.rotateSecret, { params, body: { overlapHours: 0 } });
  await page.next('callbacks');
});

test('nobody else hears anything', async () => {
  const stranger = await stage.signIn();

  expect((await listen({ token: stranger.token })).status).toBe(404);
  expect((await listen({ token: 'nothing' })).status).toBe(401);
});

test('a platform that closes does not wait for open streams', async () => {
  const page = await listen();
  await page.next('counts');

  await stage.app.close();

  await page.ended;
});

test('a page that only telemetry comes by is told from where to go on', async () => {
  const page = await listen();
  const { id: before } = await page.next('counts');
  for (let t = 0; t < 5; t++) await telemetry('S1', t);

  await connected('S2');
  await page.next('device');
  await me.call(contract.device.create, { params: { appKey }, body: { sn: 'S3' } });

  const { id, message } = await page.next('counts', ({ counts }) => counts.all === 3);
  expect(message.counts).toMatchObject({ all: 3, online: 1 });
  expect(Number(id)).toBeGreaterThan(Number(before) + 5);
});

test('who signs out, or whose project is gone, hears no more', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const page = await listen();
  await page.next('counts');

  jest.advanceTimersByTime(15_000);
  await page.next('broker');
  await me.call(contract.account.logout);
  jest.advanceTimersByTime(15_000);

  await page.ended;
  jest.useRealTimers();
});

test('who reads nothing, and then signs out, is let go, and ends nobody else', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const answered = once(stage.app.server, 'request');
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.pause();
  socket.write(
    `GET ${pathOf(contract.event.stream, { appKey })}?sn=S1 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${me.token}\r\n\r\n`,
  );
  const [, response] = (await answered) as [unknown, ServerResponse];
  const ended = once(response, 'close');
  // Once the response has begun, fills the socket's buffers with comments.
  while (response.writableLength < 200_000) {
    if (response.headersSent) response.write(`: ${'x'.repeat(30_000)}\n\n`);
    await new Promise((passed) => setImmediate(passed));
  }

  await me.call(contract.account.logout);
  for (let beat = 0; beat < 4; beat++) {
    jest.advanceTimersByTime(15_000);
    await stage.platform.ingest.settle();
    await connected('S2');
  }

  await ended;
  socket.destroy();
  jest.useRealTimers();
});
