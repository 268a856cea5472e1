import { contract } from '../../contract';
import {
  addDevices,
  allOnline,
  begin,
  devicesOf,
  HOUR,
  me,
  newer,
  offline,
  old,
  online,
  outcomesOf,
  params,
  progress,
  publish,
  read,
  say,
  settle,
  setUpgradeStage,
  stage,
  toldBy,
} from '../support/upgrade-stage';

const { upgrade } = contract;

setUpgradeStage();

describe('an upgrade', () => {
  test('is superseded by a newer one for the same device', async () => {
    const [sn = '', other = ''] = await addDevices(2);
    const first = await begin({ filter: {} });
    const latest = await publish({ name: 'camera', version: '1.2.0' });
    expect((await me.call(upgrade.preview, { params, body: { packetId: latest, target: { sns: [sn] } } })).data.busy).toBe(1);

    const second = await begin({ sns: [sn] }, { packetId: latest });

    expect(await outcomesOf(first)).toEqual({ [sn]: 'cancelled', [other]: 'waiting' });
    expect((await devicesOf(first))[0]?.reason).toBe('superseded');
    expect(await outcomesOf(second)).toEqual({ [sn]: 'waiting' });
    const { data } = await me.call(upgrade.ofDevice, { params: { ...params, sn } });
    expect(data.list.map(({ upgradeId, outcome }) => [upgradeId, outcome])).toEqual([
      [second, 'waiting'],
      [first, 'cancelled'],
    ]);
  });

  test('to the version that a device runs is sent to it, if it was notified of another version', async () => {
    const [sn = '', waits = ''] = await addDevices(2);
    const back = await publish(old);
    await online(sn, old);
    await online(waits, old);
    await offline(waits);
    const notices = toldBy(stage);
    const first = await begin({ filter: {} });
    await progress(sn, 'downloading', { percent: 20 });
    const { data: preview } = await me.call(upgrade.preview, { params, body: { packetId: back, target: { filter: {} } } });
    expect(preview).toMatchObject({ devices: 2, already: 1, busy: 1 });

    const second = await begin({ filter: {} }, { packetId: back });
    await settle();
    expect(await outcomesOf(first)).toEqual({ [sn]: 'cancelled', [waits]: 'cancelled' });
    expect(await outcomesOf(second)).toEqual({ [sn]: 'notified', [waits]: 'done' });
    expect(await read(second)).toMatchObject({ state: 'running', already: 1, counts: { all: 2, notified: 1, done: 1 } });
    await online(sn, newer);
    await settle();
    expect((await outcomesOf(second))[sn]).toBe('notified');
    await online(sn, old);
    await settle();
    expect(await read(second)).toMatchObject({ state: 'finished', counts: { done: 2 } });
    expect(notices).toEqual([
      [sn, '1.1.0'],
      [sn, '1.0.0'],
      [sn, '1.0.0'],
    ]);
  });

  test('waits for an offline device that was notified of another version, even if it runs the right one', async () => {
    const all = await addDevices(6);
    const [sn = ''] = all;
    const back = await publish(old);
    await allOnline(all);
    await begin({ filter: {} });
    for (const sn of all) await offline(sn);
    const next = await publish({ name: 'camera', version: '1.2.0' });
    const passing = await begin({ filter: {} }, { packetId: next });
    const notices = toldBy(stage);

    // The notice of the first upgrade still matters for the third one.
    const id = await begin({ filter: {} }, { packetId: back, pauseThresholdPercent: 10 });
    expect((await read(passing)).counts).toMatchObject({ all: 6, cancelled: 6 });
    stage.pass(25 * HOUR);
    await settle();
    expect(await read(id)).toMatchObject({ state: 'running', already: 0, counts: { waiting: 6, timedOut: 0 } });

    await online(sn, old);
    expect((await outcomesOf(id))[sn]).toBe('waiting');
    await settle();
    expect((await outcomesOf(id))[sn]).toBe('notified');
    await online(sn, old);
    expect((await outcomesOf(id))[sn]).toBe('done');
    expect(notices).toEqual([[sn, '1.0.0']]);
    stage.pass(7 * 24 * HOUR);
    await settle();
    await me.call(upgrade.retry, { params: { ...params, id }, body: {} });
    const [, other = ''] = all;
    await online(other, old);
    expect((await outcomesOf(id))[other]).toBe('waiting');
  });

  test.each(['cancelled', 'timedOut'] as const)(
    'notifies a device of its old version again if the previous upgrade back was %s before its notice',
    async (end) => {
      const [sn = ''] = await addDevices(1);
      const back = await publish(old);
      await online(sn, old);
      await begin({ filter: {} });
      await progress(sn, 'downloading', { percent: 20 });
      await offline(sn);
      const untold = await begin({ filter: {} }, { packetId: back });
      if (end === 'cancelled') await me.call(upgrade.cancel, { params: { ...params, id: untold } });
      else stage.pass(8 * 24 * HOUR);
      await settle();
      expect(await devicesOf(untold)).toMatchObject([{ outcome: end, reason: null }]);
      await online(sn, old);
      await offline(sn);
      expect(await devicesOf(untold)).toMatchObject([{ outcome: end, reason: null }]);
      const { data: preview } = await me.call(upgrade.preview, { params, body: { packetId: back, target: { filter: {} } } });
      expect(preview).toMatchObject({ devices: 1, already: 0, busy: 0 });

      const notices = toldBy(stage);
      const id = await begin({ filter: {} }, { packetId: back });
      expect(await read(id)).toMatchObject({ state: 'running', already: 0, counts: { waiting: 1 } });
      await online(sn, newer);
      await settle();
      expect(notices).toEqual([[sn, '1.0.0']]);
      await online(sn, old);
      expect(await outcomesOf(id)).toEqual({ [sn]: 'done' });
    },
  );

  test('assumes for a month that a notified device is on its way to another version', async () => {
    const [sn = ''] = await addDevices(1);
    const back = await publish(old);
    await online(sn, old);
    await begin({ filter: {} });
    await offline(sn);
    const untold = await begin({ filter: {} }, { packetId: back });
    await me.call(upgrade.cancel, { params: { ...params, id: untold } });
    await settle();
    for (let half = 0; half < 2; half++) {
      stage.pass(16 * 24 * HOUR);
      // Using the session keeps it from expiring.
      await read(untold);
    }
    const { data: preview } = await me.call(upgrade.preview, { params, body: { packetId: back, target: { filter: {} } } });
    expect(preview).toMatchObject({ devices: 1, already: 1 });
    const id = await begin({ filter: {} }, { packetId: back });
    expect(await read(id)).toMatchObject({ state: 'finished', already: 1, counts: { done: 1 } });
  });

  test('notifies a device that is on its way to another version once the broker is back', async () => {
    const [sn = ''] = await addDevices(1);
    const back = await publish(old);
    await online(sn, old);
    const first = await begin({ filter: {} });
    await me.call(upgrade.cancel, { params: { ...params, id: first } });
    await settle();
    const { data: preview } = await me.call(upgrade.preview, { params, body: { packetId: back, target: { filter: {} } } });
    expect(preview).toMatchObject({ devices: 1, already: 0, busy: 0 });

    stage.platform.broker.publish = () => Promise.reject(new Error('away'));
    const id = await begin({ filter: {} }, { packetId: back });
    expect(await outcomesOf(id)).toEqual({ [sn]: 'waiting' });
    const notices = toldBy(stage);
    stage.pass(5000);
    await settle();
    expect(notices).toEqual([[sn, '1.0.0']]);
    expect(await outcomesOf(id)).toEqual({ [sn]: 'notified' });
  });

  test('stays timed out for a device that a later upgrade takes over', async () => {
    const [sn = ''] = await addDevices(1);
    await online(sn);
    const first = await begin({ filter: {} });
    stage.pass(25 * HOUR);
    await settle();
    const second = await begin({ filter: {} });
    await online(sn, newer);
    await settle();
    expect(await devicesOf(first)).toMatchObject([{ outcome: 'timedOut', reason: 'superseded' }]);
    expect(await outcomesOf(second)).toEqual({ [sn]: 'done' });
    expect((await read(first)).counts).toMatchObject({ timedOut: 1, cancelled: 0 });
  });

  test('that was cancelled does not count devices that a later one takes over', async () => {
    const [sn = '', other = ''] = await addDevices(2);
    await allOnline([sn, other]);
    const failed = await begin({ sns: [other] });
    await progress(other, 'failed');
    const first = await begin({ filter: {} });
    await me.call(upgrade.cancel, { params: { ...params, id: first } });
    await settle();

    const second = await begin({ sns: [sn] });
    await me.call(upgrade.retry, { params: { ...params, id: failed }, body: {} });
    expect((await devicesOf(first)).map(({ reason }) => reason)).toEqual(['superseded', 'superseded']);
    await allOnline([sn, other], newer);
    await settle();

    expect(await outcomesOf(first)).toEqual({ [sn]: 'cancelled', [other]: 'cancelled' });
    for (const [id, device] of [[second, sn] as const, [failed, other] as const]) {
      expect(await outcomesOf(id)).toEqual({ [device]: 'done' });
      expect(await read(id)).toMatchObject({ state: 'finished', counts: { all: 1, done: 1 } });
    }
    expect((await read(first)).counts).toMatchObject({ all: 2, cancelled: 2, done: 0 });
  });

  test('that failed on a device stays failed if it is cancelled before the retry', async () => {
    const [sn = ''] = await addDevices(1);
    const back = await publish(old);
    await online(sn, old);
    await begin({ filter: {} });
    await progress(sn, 'downloading', { percent: 20 });
    const id = await begin({ filter: {} }, { packetId: back });
    await say(sn, 'upgrade/progress', { packetId: back, stage: 'failed', error: 'no space' });
    await offline(sn);
    await me.call(upgrade.retry, { params: { ...params, id }, body: {} });
    await me.call(upgrade.cancel, { params: { ...params, id } });
    await settle();

    expect(await devicesOf(id)).toMatchObject([{ outcome: 'failed', error: 'no space' }]);
    expect((await read(id)).counts).toMatchObject({ failed: 1, cancelled: 0 });
  });

  test('that is cancelled after a retry does not make the platform forget an earlier notice of another version', async () => {
    const [sn = ''] = await addDevices(1);
    const back = await publish(old);
    await online(sn, newer);
    const failed = await begin({ filter: {} }, { packetId: back });
    await say(sn, 'upgrade/progress', { packetId: back, stage: 'failed', error: 'no space' });
    expect(await outcomesOf(failed)).toEqual({ [sn]: 'failed' });
    const next = await publish({ name: 'camera', version: '1.2.0' });
    const passing = await begin({ filter: {} }, { packetId: next });
    await offline(sn);
    await me.call(upgrade.cancel, { params: { ...params, id: passing } });
    await settle();
    await me.call(upgrade.retry, { params: { ...params, id: failed }, body: {} });
    await me.call(upgrade.cancel, { params: { ...params, id: failed } });
    await settle();

    await online(sn, old);
    const notices = toldBy(stage);
    const id = await begin({ filter: {} }, { packetId: back });
    expect(await outcomesOf(id)).toEqual({ [sn]: 'notified' });
    expect(notices).toEqual([[sn, '1.0.0']]);
  });
});
