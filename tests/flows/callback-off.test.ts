import type { ServerResponse } from 'node:http';
import { contract } from '../../contract';
import { type Target, targetsOf } from '../../server/webhook/claims';
import { saveHealth, saveHold } from '../../server/webhook/health';
import type { Outcome } from '../../server/webhook/journal';
import { DAY, platform, project, receiver, SECOND, setCallbackStage, settle } from '../support/callback-stage';
import { receivers } from '../support/receiver';

setCallbackStage();

describe('an answer to a request sent with earlier settings', () => {
  const { webhook } = contract;
  const changes: [string, () => Promise<unknown>][] = [
    ['another URL', () => project.subscribe(`${receiver.url}?another`)],
    [
      'switched off and on',
      async () => {
        await project.call(webhook.switch, { params: project.params, body: { status: 'disabled' } });
        await project.call(webhook.switch, { params: project.params, body: { status: 'enabled' } });
      },
    ],
  ];
  const untouched = { status: 'enabled', disabledReason: null, failingSince: null, holdUntil: null };

  test.each(changes)('does not change settings that were changed during the request: %s', async (_, change) => {
    let answer: ServerResponse | undefined;
    receiver.behave((response) => (answer = response));
    await project.reports(1);
    await receiver.until(1);
    const mails = platform.platform.mailer.outbox.length;
    platform.pass(1);
    await change();
    answer?.writeHead(410).end();
    await settle();

    expect((await project.records()).list).toMatchObject([{ status: 'failed', error: 'gone' }]);
    expect(await project.settings()).toMatchObject(untouched);
    expect(platform.platform.mailer.outbox).toHaveLength(mails);
  });

  test('is recognized even if the clocks of instances differ', async () => {
    platform.pass(-5 * SECOND);
    receiver.behave(receivers.gone);
    await project.reports(1);
    await settle();

    expect(await project.settings()).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
  });

  test.each(changes)('does not change settings that were changed while it was recorded, and sends no mail: %s', async (_, change) => {
    const { db, now } = platform.platform;
    const target = (await targetsOf(db, [project.id])).get(project.id) as Target;
    const read = { ...target };
    platform.pass(1);
    await change();

    const said = [{ answered: { error: 'gone' }, holdUntil: now() + 60 * SECOND }] as Outcome[];
    await saveHold(db, target, said);
    expect(await saveHealth(db, target, said, now())).toEqual([]);
    expect(target).toEqual(read);
    expect(await project.settings()).toMatchObject(untouched);
  });
});

describe('a paused callback', () => {
  const { webhook, application } = contract;

  test('keeps its events and delivers them in order once it is enabled, new ones behind them', async () => {
    await project.call(webhook.switch, { params: project.params, body: { status: 'disabled' } });
    for (let n = 0; n < 3; n++) await project.reports(n);
    await settle();
    expect(receiver.arrived).toEqual([]);
    expect((await project.settings()).paused).toBe(3);

    await project.call(webhook.switch, { params: project.params, body: { status: 'enabled' } });
    await project.reports(3);
    await settle();
    await settle();
    expect(receiver.arrived.map(({ body }) => JSON.parse(body).data.data.n)).toEqual([0, 1, 2, 3]);
    expect((await project.settings()).paused).toBe(0);
  });

  test('includes the callback of a disabled project, with its pending retries', async () => {
    platform.stopClock();
    receiver.behave(receivers.inTurn(receivers.fails, receivers.ok));
    await project.reports(1);
    await settle();
    const status = (to: 'enabled' | 'disabled') =>
      project.call(application.switch, { params: { id: project.id }, body: { id: project.id, status: to } });
    await status('disabled');
    await settle();
    platform.pass(60 * SECOND);
    await settle();
    expect((await project.records()).list).toMatchObject([{ status: 'paused', attempts: 1 }]);

    await status('enabled');
    await settle();
    await settle();
    expect((await project.records()).list).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  test('gives up what it has kept for more than seven days', async () => {
    await project.call(webhook.switch, { params: project.params, body: { status: 'disabled' } });
    await project.reports(1);
    platform.pass(6 * DAY);
    await project.reports(2);
    platform.pass(1.5 * DAY);
    await settle();

    expect((await project.records()).list.map(({ status, error }) => [status, error])).toEqual([
      ['paused', null],
      ['failed', 'expired'],
    ]);
  });

  test('does not flood the receiver afterwards, because of a rate limit', async () => {
    await project.call(webhook.switch, { params: project.params, body: { status: 'disabled' } });
    await Promise.all(Array.from({ length: 120 }, (_, n) => project.reports(n, `CAM-${n}`)));
    const startedAt = Date.now();
    await project.call(webhook.switch, { params: project.params, body: { status: 'enabled' } });
    await receiver.until(120);

    expect(Date.now() - startedAt).toBeGreaterThan(1500);
  });
});

describe('a callback that only fails', () => {
  beforeEach(() => receiver.behave(receivers.fails));
  const mails = () => platform.platform.mailer.outbox.filter(({ subject }) => subject.startsWith('[项目'));
  async function days(count: number) {
    for (let hour = 0; hour < count * 24; hour += 4) {
      await project.reports(hour);
      await settle();
      platform.pass(4 * 3600 * SECOND);
    }
  }

  test('warns its owner after half of five days, and is switched off after five', async () => {
    await days(2.4);
    expect(mails()).toEqual([]);
    expect(await project.settings()).toMatchObject({ status: 'enabled', failingSince: expect.any(String), disablesAt: expect.any(String) });

    await days(0.5);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain(receiver.url);

    await days(2.3);
    expect(await project.settings()).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    expect(mails()).toHaveLength(2);
  });

  test('starts with a clean slate after one success', async () => {
    await days(2);
    receiver.behave(receivers.ok);
    await project.reports(1000);
    await settle();
    receiver.behave(receivers.fails);
    expect((await project.settings()).failingSince).toBeNull();

    await days(2);
    expect(mails()).toEqual([]);
  });
});
