import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { platform, project, receiver, SECOND, secret, setCallbackStage, settle } from '../support/callback-stage';
import { answers, receivers, startReceiver, verified } from '../support/receiver';

setCallbackStage();

describe('sending again', () => {
  const { webhook } = contract;

  test('one record adds an attempt with the same id', async () => {
    await project.reports(1);
    await settle();
    const [{ id = '' } = {}] = (await project.records()).list;
    const { data } = await project.call(webhook.resend, { params: { ...project.params, id } });
    expect(data.id).toBe(id);
    await settle();

    expect(receiver.arrived.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(await project.record(id)).toMatchObject({ status: 'delivered', attempts: [{}, {}] });
  });

  test('everything that has failed, in the order in which it happened', async () => {
    receiver.behave(receivers.gone);
    for (let n = 0; n < 4; n++) {
      await project.reports(n);
      await settle();
      await project.call(webhook.switch, { params: project.params, body: { status: 'enabled' } });
    }
    receiver.behave(receivers.ok);
    const { data } = await project.call(webhook.resendRecords, { params: project.params, body: { filter: { status: 'failed' } } });
    await settle();

    expect(data.queued).toBe(4);
    expect(receiver.arrived.slice(4).map(({ body }) => JSON.parse(body).data.data.n)).toEqual([0, 1, 2, 3]);
    expect((await project.records({ status: 'delivered' })).total).toBe(4);
  });

  test('only what a time range and a selection name', async () => {
    for (let n = 0; n < 3; n++) {
      await project.reports(n);
      platform.pass(60 * SECOND);
    }
    await settle();
    const { list } = await project.records();
    const at = list[1]?.createdAt ?? '';
    const again = (body: Record<string, unknown>) =>
      project.call(webhook.resendRecords, { params: project.params, body }).then(({ data }) => data.queued);

    expect(await again({ filter: { from: at, to: at } })).toBe(1);
    expect(await again({ ids: [] })).toBe(0);
    expect(await again({ ids: [list[0]?.id, list[2]?.id, list[0]?.id, 'msg_of_nobody'] })).toBe(2);
    await settle();
    expect((await project.records()).list.map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
  });

  test('is refused while the callback or the project is disabled, and says which', async () => {
    await project.reports(1);
    await settle();
    const [{ id = '' } = {}] = (await project.records()).list;
    const again = async () => (await project.call(webhook.resend, { params: { ...project.params, id } })).failure.code;
    await project.call(webhook.switch, { params: project.params, body: { status: 'disabled' } });
    expect(await again()).toBe(ErrorCode.callbackDisabled);

    await project.call(contract.application.switch, { params: { id: project.id }, body: { id: project.id, status: 'disabled' } });
    expect(await again()).toBe(ErrorCode.projectDisabled);
  });

  test('all that match leaves tests out; one by one they are sent, and are tests still', async () => {
    const { data: test } = await project.call(webhook.test, { params: project.params, body: {} });
    await project.reports(1);
    await settle();
    const { data: asked } = await project.call(webhook.resendable, { params: project.params, query: {} });
    expect(asked).toMatchObject({ queued: 1, delivered: 1, tests: 1, waiting: 0, more: false });
    // A record created after the preview is not sent again with the others.
    platform.pass(1);
    await project.reports(1);
    await settle();
    const { data } = await project.call(webhook.resendRecords, { params: project.params, body: { filter: { to: asked.to } } });
    await settle();
    expect(data.queued).toBe(1);
    expect(await project.record(test.recordId)).toMatchObject({ attempts: [{}] });

    receiver.behave(receivers.gone);
    await project.call(webhook.resend, { params: { ...project.params, id: test.recordId } });
    await settle();
    expect(await project.record(test.recordId)).toMatchObject({ status: 'failed', attempts: [{}, {}] });
    expect(await project.settings()).toMatchObject({ status: 'enabled' });
    const { data: stats } = await project.call(webhook.stats, { params: project.params, query: {} });
    expect(stats.total).toMatchObject({ delivered: 3, failed: 0 });
  });

  test('what was given up, and is delivered then, is given up no more', async () => {
    receiver.behave(receivers.inTurn(receivers.gone, receivers.ok));
    await project.reports(1);
    await settle();
    const read = async () => (await project.call(contract.application.read, { params: { id: project.id } })).data;
    expect(await read()).toMatchObject({ callbackOff: 'gone', callbacks: { delivered: 0, failed: 1, retrying: 0 } });
    await project.call(webhook.switch, { params: project.params, body: { status: 'disabled' } });
    expect(await read()).toMatchObject({ callbackOff: 'owner' });
    await project.call(webhook.switch, { params: project.params, body: { status: 'enabled' } });
    expect(await read()).toMatchObject({ callbackOff: null });

    await project.call(webhook.resendRecords, { params: project.params, body: { filter: { status: 'failed' } } });
    await settle();
    const { callbacks, callbackHours } = await read();
    expect(callbacks).toEqual({ delivered: 1, failed: 0, retrying: 0 });
    expect(callbackHours.map(({ failed }) => failed)).toEqual(Array(24).fill(0));
  });

  test('what was given up so long ago that it is not counted any more is taken out of nothing', async () => {
    receiver.behave(receivers.gone);
    await project.reports(1);
    await settle();
    const { db } = platform.platform;
    await db.deleteFrom('callbackStat').where('applicationId', '=', project.id).execute();
    await project.call(webhook.switch, { params: project.params, body: { status: 'enabled' } });
    receiver.behave(receivers.ok);
    await project.call(webhook.resendRecords, { params: project.params, body: { filter: { status: 'failed' } } });
    await settle();
    const counts = await db.selectFrom('callbackStat').select(['outcome', 'count']).where('applicationId', '=', project.id).execute();
    expect(counts.map(({ outcome, count }) => `${outcome} ${count}`)).toEqual(['delivered 1', 'delivered 1']);
  });
});

test('a record replayed to another URL shows both answers, keeps its id, and gets no extra headers', async () => {
  const other = await startReceiver(answers(418, {}, 'teapot'));
  await project.subscribe(receiver.url, { headers: { 'x-token': 'of-the-developer' } });
  await project.reports(1);
  await settle();
  const [{ id = '' } = {}] = (await project.records()).list;
  const { data } = await project.call(contract.webhook.replay, { params: { ...project.params, id }, body: { url: other.url } });

  expect(data).toMatchObject({
    original: { response: { status: 200, body: 'ok' } },
    replay: { request: { url: other.url }, response: { status: 418, body: 'teapot' }, error: 'clientError' },
  });
  expect(verified(other.arrived[0] as never, secret)).toBeTruthy();
  expect(other.arrived[0]?.headers).toMatchObject({ 'webhook-id': id });
  expect(other.arrived[0]?.headers['x-token']).toBeUndefined();
  expect((await project.record(id)).attempts).toHaveLength(1);
  await other.close();
});
