import { contract } from '../../contract';
import { HIDDEN } from '../../contract/webhook';
import { DAY, platform, project, receiver, SECOND, secret, setCallbackStage, settle } from '../support/callback-stage';
import { makeProject } from '../support/callbacks';
import { receivers, startReceiver, verified } from '../support/receiver';
import { openStream } from '../support/stream';

setCallbackStage();

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
  platform.stopClock();
  receiver.behave(receivers.inTurn(receivers.fails, receivers.fails, receivers.ok));
  await project.reports(1);
  await settle();
  const [{ id, status, nextAttemptAt, error } = {} as never] = (await project.records()).list;
  expect({ status, error }).toEqual({ status: 'pending', error: 'serverError' });
  expect(Date.parse(nextAttemptAt ?? '') - platform.platform.now()).toBeLessThanOrEqual(5 * SECOND);
  const pendingSince = (await project.record(id ?? '')).createdAt;
  expect(await project.settings()).toMatchObject({ pending: 1, retrying: 1, pendingSince, dueSince: null });

  platform.pass(5 * SECOND);
  await settle();
  expect(receiver.arrived).toHaveLength(2);
  platform.pass(300 * SECOND);
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
}, 240_000);

describe('the order of a device’s events', () => {
  test('is kept, whatever other devices do meanwhile', async () => {
    const slow = (response: Parameters<typeof receivers.ok>[0]) => void setTimeout(() => response.end(), Math.random() * 20);
    receiver.behave(slow);
    for (let n = 0; n < 3; n++) await project.reports(n, `CAM-${n}`);
    await Promise.all(Array.from({ length: 57 }, (_, n) => project.reports(n + 3, `CAM-${n % 3}`)));
    await settle();

    expect(receiver.arrived).toHaveLength(60);
    for (const sn of ['CAM-0', 'CAM-1', 'CAM-2']) {
      const numbers = receiver.arrived
        .map((one) => JSON.parse(one.body).data)
        .filter((data) => data.sn === sn)
        .map(({ data }) => data.n);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });

  test('does not wait for an event that has to be tried again', async () => {
    platform.stopClock();
    receiver.behave(receivers.inTurn(receivers.fails, receivers.ok));
    await project.reports(1);
    await settle();
    await project.reports(2);
    await settle();

    expect((await project.records()).list.map(({ status }) => status)).toEqual(['delivered', 'pending']);
  });
});

describe('what a receiver asks for', () => {
  test('a 429 with Retry-After is not disturbed before, and everything is delivered afterwards', async () => {
    receiver.behave(receivers.inTurn(receivers.busy(120), receivers.ok));
    await project.reports(1);
    await settle();
    await project.reports(2, 'CAM-2');
    platform.pass(60 * SECOND);
    await settle();
    expect(receiver.arrived).toHaveLength(1);

    platform.pass(61 * SECOND);
    await settle();
    expect((await project.records({ status: 'delivered' })).total).toBe(2);
  });

  test('until when it asked to wait is said of what waits for it, the first try included, and of the callback', async () => {
    platform.stopClock();
    receiver.behave(receivers.inTurn(receivers.busy(120), receivers.ok));
    await project.reports(1);
    await settle();
    await project.reports(2, 'CAM-2');
    await settle();

    const holdUntil = new Date(platform.platform.now() + 120 * SECOND).toISOString();
    const said = async () => (await project.records()).list.map((record) => [record.attempts, record.nextAttemptAt, record.holdUntil]);
    expect(await said()).toEqual([
      [0, holdUntil, holdUntil],
      [1, holdUntil, holdUntil],
    ]);
    expect((await project.settings()).holdUntil).toBe(holdUntil);

    platform.pass(121 * SECOND);
    await settle();
    expect(await said()).toEqual([
      [1, null, null],
      [2, null, null],
    ]);
    expect((await project.settings()).holdUntil).toBeNull();
  });

  test.each([
    ['another URL', () => project.subscribe(`${receiver.url}?another`)],
    [
      'switching the callback off and on',
      async () => {
        await project.call(contract.webhook.switch, { params: project.params, body: { status: 'disabled' } });
        await project.call(contract.webhook.switch, { params: project.params, body: { status: 'enabled' } });
      },
    ],
  ])('%s lifts the wait, and what was told to wait goes on by the schedule', async (_, lift) => {
    platform.stopClock();
    receiver.behave(receivers.inTurn(receivers.busy(3600), receivers.ok));
    await project.reports(1);
    await settle();
    await project.reports(2, 'CAM-2');
    await settle();
    expect(receiver.arrived).toHaveLength(1);

    await lift();
    await settle();
    expect(receiver.arrived).toHaveLength(2);
    expect((await project.settings()).holdUntil).toBeNull();
    platform.pass(5 * SECOND);
    await settle();
    expect((await project.records({ status: 'delivered' })).total).toBe(2);
  });

  test('saving the same URL does not', async () => {
    platform.stopClock();
    receiver.behave(receivers.inTurn(receivers.busy(3600), receivers.ok));
    await project.reports(1);
    await settle();
    await project.reports(2, 'CAM-2');

    await project.subscribe(receiver.url);
    await settle();
    expect(receiver.arrived).toHaveLength(1);
  });

  test('a 410 switches the callback off, tells the owner, and what comes later is kept', async () => {
    receiver.behave(receivers.inTurn(receivers.gone, receivers.ok));
    await project.reports(1);
    await settle();
    await project.reports(2);
    await settle();

    expect(await project.settings()).toMatchObject({ status: 'disabled', disabledReason: 'gone', paused: 1 });
    expect((await project.records()).list.map(({ status, error }) => [status, error])).toEqual([
      ['paused', null],
      ['failed', 'gone'],
    ]);
    expect(platform.platform.mailer.outbox.at(-1)).toMatchObject({
      subject: expect.stringContaining('410'),
      text: expect.stringContaining(`https://iot.example.com/#/dashboard/${project.appKey}/consumer`),
    });
  });
});

describe('going offline', () => {
  beforeEach(() => platform.stopClock());
  const connected = (connectedAt: number) => project.connection({ kind: 'connected', connectedAt });
  const disconnected = (connectedAt: number) =>
    project.connection({ kind: 'disconnected', connectedAt, at: platform.platform.now(), reason: 'keepalive_timeout' });
  const told = () => receiver.arrived.map(({ body }) => JSON.parse(body).type);

  test('is told after five seconds, with the reason', async () => {
    await connected(1000);
    await disconnected(1000);
    await settle();
    expect(told()).toEqual(['device.online']);

    platform.pass(5 * SECOND);
    await settle();
    expect(told()).toEqual(['device.online', 'device.offline']);
    expect(JSON.parse(receiver.arrived[1]?.body ?? '').data).toMatchObject({ sn: 'CAM-1', reason: 'keepalive_timeout' });
  });

  test('and coming back at once is told to nobody, but stands in the timeline', async () => {
    await connected(1000);
    await disconnected(1000);
    platform.pass(2 * SECOND);
    await connected(platform.platform.now());
    platform.pass(10 * SECOND);
    await settle();

    expect(told()).toEqual(['device.online']);
    const { data } = await project.call(contract.event.list, { params: { ...project.params, sn: 'CAM-1' }, query: {} });
    expect(data.list.map(({ type }) => type)).toEqual(['device.online', 'device.offline', 'device.online']);
  });

  test.each(['one', 'many'] as const)('because it was deleted, %s, is told too', async (how) => {
    await connected(1000);
    await project.call(contract.device.create, { params: project.params, body: { sn: 'CAM-2' } });
    await settle();
    const { params } = project;
    if (how === 'one') await project.call(contract.device.remove, { params: { ...params, sn: 'CAM-1' } });
    else await project.call(contract.device.removeMany, { params, body: { filter: {}, count: 2 } });
    platform.pass(5 * SECOND);
    await settle();

    expect(told()).toEqual(['device.online', 'device.offline']);
    expect(JSON.parse(receiver.arrived[1]?.body ?? '').data).toMatchObject({ sn: 'CAM-1', reason: 'deleted' });
  });

  test('and coming back in the last half second is told in order', async () => {
    await connected(1000);
    await disconnected(1000);
    platform.pass(4800);
    await connected(platform.platform.now());
    await settle();
    platform.pass(SECOND);
    await settle();

    expect(told()).toEqual(['device.online', 'device.offline', 'device.online']);
  });
});

test('only what is subscribed is told; telemetry has to be asked for', async () => {
  await project.happens({ type: 'device.telemetry', data: '{"values":{"t":21}}' });
  await project.happens({ type: 'device.status', data: '{}' });
  await settle();
  expect((await project.records()).total).toBe(0);

  await project.subscribe(receiver.url, { events: ['device.telemetry'] });
  await project.happens({ type: 'device.telemetry', data: '{"values":{"t":21}}' });
  await project.reports(1);
  await settle();
  expect((await project.records()).list.map(({ type }) => type)).toEqual(['device.telemetry']);
});

test('a device cannot say it is another one', async () => {
  await project.happens({ type: 'device.event', name: 'x', data: '{"sn":"CAM-9","appKey":"other","name":"y","data":1}' });
  const [arrived] = await receiver.until(1);

  expect(JSON.parse(arrived?.body ?? '').data).toEqual({ appKey: project.appKey, sn: 'CAM-1', name: 'x', data: 1 });
});

test('during a rotation both secrets verify, afterwards only the new one', async () => {
  const { webhook } = contract;
  const { data } = await project.call(webhook.rotateSecret, { params: project.params, body: { overlapHours: 2 } });
  await project.reports(1);
  const [first] = await receiver.until(1);
  expect(verified(first as never, secret)).toBeTruthy();
  expect(verified(first as never, data.secret)).toBeTruthy();

  platform.pass(2 * 3600 * SECOND);
  await project.reports(2);
  const [, second] = await receiver.until(2);
  expect(second?.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/=]+$/);
});

test('extra headers are sent, and their values are in no record', async () => {
  await project.subscribe(receiver.url, { headers: { 'X-Team': 'depth', authorization: 'Bearer of-the-developer' } });
  await project.reports(1);
  const [arrived] = await receiver.until(1);
  await settle();

  expect(arrived?.headers).toMatchObject({ 'x-team': 'depth', authorization: 'Bearer of-the-developer' });
  const detail = await project.record((await project.records()).list[0]?.id ?? '');
  expect(detail.attempts[0]?.request.headers).toMatchObject({ 'X-Team': HIDDEN, authorization: HIDDEN });
  expect(JSON.stringify(detail)).not.toContain('of-the-developer');
});

test('the project list tells what the last day was like', async () => {
  platform.stopClock();
  const read = async () => (await project.call(contract.application.read, { params: { id: project.id } })).data;
  const callbacks = async () => (await read()).callbacks;
  await project.reports(1);
  await settle();
  receiver.behave(receivers.fails);
  await project.reports(2);
  await settle();
  expect(await callbacks()).toEqual({ delivered: 1, failed: 0, retrying: 1 });
  expect((await read()).callbackHours.at(-1)?.failed).toBe(1);

  receiver.behave(receivers.ok);
  platform.pass(6 * SECOND);
  await settle();
  expect(await callbacks()).toEqual({ delivered: 2, failed: 0, retrying: 0 });
  const hours = (await read()).callbackHours;
  expect(hours.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(2);
  expect(hours.reduce((sum, { failed }) => sum + failed, 0)).toBe(0);
  platform.pass(DAY + 60 * SECOND);
  expect(await callbacks()).toEqual({ delivered: 0, failed: 0, retrying: 0 });
});

test('the project list counts a callback once, however often it is sent again', async () => {
  const callbacks = async () => (await project.call(contract.application.read, { params: { id: project.id } })).data;
  const again = async () => {
    const [{ id = '' } = {}] = (await project.records()).list;
    await project.call(contract.webhook.resend, { params: { ...project.params, id } });
    await settle();
  };
  const delivered = { delivered: 1, failed: 0, retrying: 0 };
  await project.reports(1);
  await settle();
  await again();
  await again();
  expect((await callbacks()).callbacks).toEqual(delivered);
  expect((await callbacks()).callbackHours.reduce((sum, hour) => sum + hour.delivered, 0)).toBe(1);

  // What was delivered stays so, even where its receiver refuses it the next time.
  receiver.behave(receivers.gone);
  await again();
  expect((await project.records()).list[0]?.status).toBe('failed');
  expect((await callbacks()).callbacks).toEqual(delivered);

  await project.call(contract.webhook.switch, { params: project.params, body: { status: 'enabled' } });
  receiver.behave(receivers.fails);
  await again();
  expect((await project.records()).list[0]?.status).toBe('pending');
  expect((await callbacks()).callbacks).toEqual(delivered);

  receiver.behave(receivers.ok);
  await again();
  expect((await callbacks()).callbacks).toEqual(delivered);
  expect((await project.call(contract.webhook.stats, { params: project.params, query: {} })).data.total).toMatchObject({
    delivered: 4,
    failed: 2,
  });
});

test('what a receiver has not answered yet is said to be on its way', async () => {
  receiver.behave(receivers.hangs);
  await project.reports(1);
  const [{ at } = {} as never] = await receiver.until(1);
  const [{ id = '', ...listed } = {} as never] = (await project.records()).list;
  expect(listed).toMatchObject({ status: 'pending', attempts: 0, nextAttemptAt: null, sendingSince: expect.any(String) });
  expect(Date.parse(listed.sendingSince ?? '')).toBeLessThanOrEqual(at);
  expect(await project.record(id)).toMatchObject({ sendingSince: listed.sendingSince, attempts: [] });
  const { pending, retrying, dueSince } = await project.settings();
  expect({ pending, retrying }).toEqual({ pending: 1, retrying: 0 });
  expect(Date.parse(dueSince ?? '')).toBeLessThanOrEqual(Date.parse(listed.sendingSince ?? ''));
});

test('a receiver that hangs keeps nobody else waiting', async () => {
  const dead = await startReceiver(receivers.hangs);
  const neighbour = await makeProject(platform, project);
  await neighbour.subscribe(dead.url);
  for (let n = 0; n < 30; n++) await neighbour.reports(n, `CAM-${n}`);
  await dead.until(8);
  await project.reports(1);
  await receiver.until(1);

  expect(dead.arrived).toHaveLength(8);
  await dead.close();
});

test('an open page hears that records are new or have changed', async () => {
  const base = await platform.app.listen({ host: '127.0.0.1', port: 0 });
  const someone = await platform.signIn();
  const own = await makeProject(platform, someone);
  await own.subscribe(receiver.url);
  const page = await openStream({ base, appKey: own.appKey, token: someone.token });
  await page.next('counts');
  await own.reports(1);

  expect((await page.next('callbacks')).message).toEqual({ type: 'callbacks' });
  page.close();
});
