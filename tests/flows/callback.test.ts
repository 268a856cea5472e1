import { makeProject, type Project } from '../support/callbacks';
import { startPlatform, type TestPlatform } from '../support/platform';
import { type Receiver, receivers, startReceiver, verified } from '../support/receiver';

const SECOND = 1000;

let platform: TestPlatform;
let receiver: Receiver;
let project: Project;
let secret: string;

beforeEach(async () => {
  platform = await startPlatform();
  receiver = await startReceiver();
  project = await makeProject(platform);
  secret = await project.subscribe(receiver.url);
});
afterEach(async () => {
  await receiver.close();
  await platform.close();
});
const settle = () => platform.platform.settle();

test('an event of a device arrives, signed, at the developer’s server and stands in the records', async () => {
  await project.happens({ type: 'device.event', name: 'door-opened', data: '{"id":"e1","level":"info","data":{"angle":42}}' });
  const [arrived] = await receiver.until(1);
  await settle();

  expect(verified(arrived as never, secret)).toEqual({
    type: 'device.event',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { appKey: project.appKey, sn: 'CAM-1', name: 'door-opened', id: 'e1', level: 'info', data: { angle: 42 } },
  });
  const { list, total, more } = await project.records();
  expect({ total, more }).toEqual({ total: 1, more: false });
  expect(list[0]).toMatchObject({
    id: arrived?.headers['webhook-id'],
    type: 'device.event',
    sn: 'CAM-1',
    status: 'delivered',
    attempts: 1,
    responseStatus: 200,
    error: null,
    nextAttemptAt: null,
    test: false,
  });
  const detail = await project.record(list[0]?.id ?? '');
  expect(detail.payload).toEqual(JSON.parse(arrived?.body ?? ''));
  expect(detail.attempts).toHaveLength(1);
  expect(detail.attempts[0]).toMatchObject({
    request: { url: receiver.url, headers: { 'webhook-signature': arrived?.headers['webhook-signature'] }, body: arrived?.body },
    response: { status: 200, body: 'ok', truncated: false },
    error: null,
  });
});

test('a receiver that fails is tried again on schedule with the same id, until it answers 2xx', async () => {
  receiver.behave(receivers.inTurn(receivers.fails, receivers.fails, receivers.ok));
  await project.reports(1);
  await settle();
  const [{ id, status, nextAttemptAt, error } = {} as never] = (await project.records()).list;
  expect({ status, error }).toEqual({ status: 'pending', error: 'serverError' });
  expect(Date.parse(nextAttemptAt ?? '') - platform.platform.now()).toBeLessThanOrEqual(5 * SECOND);

  platform.pass(5 * SECOND);
  await settle();
  expect(receiver.arrived).toHaveLength(2);
  platform.pass(299 * SECOND);
  await settle();

  expect(receiver.arrived).toHaveLength(3);
  expect(new Set(receiver.arrived.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
  const { attempts, status: now } = await project.record(id ?? '');
  expect(now).toBe('delivered');
  expect(attempts.map(({ error }) => error)).toEqual(['serverError', 'serverError', null]);
});

test('a record that is never taken fails after ten tries', async () => {
  receiver.behave(receivers.fails);
  await project.reports(1);
  for (let hour = 0; hour < 78 * 6; hour++) {
    await settle();
    platform.pass(10 * 60 * SECOND);
  }
  const [record] = (await project.records()).list;
  expect(record).toMatchObject({ status: 'failed', attempts: 10, nextAttemptAt: null });
  expect(receiver.arrived).toHaveLength(10);
}, 60_000);
