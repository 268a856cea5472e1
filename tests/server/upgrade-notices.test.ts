import { contract } from '../../contract';
import { takeDue } from '../../server/upgrade/steps';
import {
  addDevices,
  allOnline,
  begin,
  devicesOf,
  HOUR,
  me,
  newer,
  offline,
  online,
  outcomesOf,
  params,
  progress,
  read,
  settle,
  setUpgradeStage,
  stage,
  toldBy,
} from '../support/upgrade-stage';

setUpgradeStage();

describe('an upgrade', () => {
  test('repeats an unanswered notice, and times out after a day of silence', async () => {
    const [sn = '', away = ''] = await addDevices(2);
    await online(sn);
    const id = await begin({ filter: {} });
    const { db } = stage.platform;
    const triesOf = async () => (await db.selectFrom('upgradeDevice').select('tries').where('sn', '=', sn).executeTakeFirstOrThrow()).tries;
    expect(await triesOf()).toBe(1);
    stage.pass(31_000);
    await settle();
    expect(await triesOf()).toBe(2);

    stage.pass(24 * HOUR);
    await settle();
    expect(await outcomesOf(id)).toEqual({ [sn]: 'timedOut', [away]: 'waiting' });
    stage.pass(7 * 24 * HOUR);
    await settle();
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { timedOut: 2 } });

    // A late success counts only for the device that had been notified.
    expect((await devicesOf(id)).map(({ reason }) => reason)).toEqual(['underWay', null]);
    for (const one of [sn, away]) await online(one, newer);
    await settle();
    expect(await outcomesOf(id)).toEqual({ [sn]: 'done', [away]: 'timedOut' });
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { done: 1, timedOut: 1 } });
  });

  test('that stops waiting for a retry still shows how the device had failed', async () => {
    const [failing = '', away = ''] = await addDevices(2);
    await online(failing);
    const id = await begin({ filter: {} });
    await progress(failing, 'failed', { error: 'signature refused' });
    await offline(failing);
    await me.call(contract.upgrade.retry, { params: { ...params, id }, body: {} });
    stage.pass(7 * 24 * HOUR + 1000);
    await settle();
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { failed: 1, timedOut: 1, waiting: 0 } });
    expect((await devicesOf(id)).map(({ sn, outcome, error }) => [sn, outcome, error])).toEqual([
      [failing, 'failed', 'signature refused'],
      [away, 'timedOut', ''],
    ]);
  });

  test('repeats a notice even if no further device may be notified yet', async () => {
    await allOnline(await addDevices(7));
    await begin({ filter: {} }, { pauseThresholdPercent: 20 });
    const notices = toldBy(stage);
    stage.pass(31_000);
    await settle();
    expect(notices).toHaveLength(5);

    // A device that lost its notice in a power cut is notified again as soon as it is back.
    const [[sn = ''] = []] = notices.splice(0);
    await offline(sn);
    await online(sn);
    await settle();
    expect(notices).toEqual([[sn, newer.version]]);
  });

  test('notifies reconnected devices as soon as the broker is back, and keeps their outcomes', async () => {
    const [busy = '', silent = ''] = await addDevices(2);
    await allOnline([busy, silent]);
    const id = await begin({ filter: {} });
    await progress(busy, 'downloading', { percent: 20 });
    await allOnline([busy, silent]);
    stage.platform.broker.publish = () => Promise.reject(new Error('away'));
    for (let seconds = 0; seconds < 24; seconds += 6) {
      await settle();
      stage.pass(4000);
    }
    expect(await outcomesOf(id)).toEqual({ [busy]: 'downloading', [silent]: 'notified' });

    const notices = toldBy(stage);
    await settle();
    expect(notices.map(([sn]) => sn).sort()).toEqual([busy, silent]);
    // Notices that failed do not lengthen the interval until the next one.
    stage.pass(31_000);
    await settle();
    expect(notices.slice(2).map(([sn]) => sn)).toEqual([silent]);
  });

  test('does not repeat a failed notice if the device has sent progress meanwhile', async () => {
    const [busy = ''] = await addDevices(1);
    await online(busy);
    await begin({ filter: {} });
    await progress(busy, 'downloading', { percent: 20 });
    await online(busy);
    stage.platform.broker.publish = async () => {
      await progress(busy, 'downloading', { percent: 30 });
      throw new Error('no answer in time');
    };
    await settle();

    const notices = toldBy(stage);
    stage.pass(6000);
    await settle();
    expect(notices).toEqual([]);
  });

  test('does not repeat a failed notice if another instance has notified the device meanwhile', async () => {
    const [sn = ''] = await addDevices(1);
    await online(sn);
    const id = await begin({ filter: {} });
    await online(sn);
    const { db, broker, now } = stage.platform;
    broker.publish = async () => {
      stage.pass(1000);
      await online(sn);
      expect(await takeDue(db, id, now())).toMatchObject([{ sn }]);
      throw new Error('no answer in time');
    };
    stage.pass(1000);
    await settle();

    const notices = toldBy(stage);
    stage.pass(6000);
    await settle();
    expect(notices).toEqual([]);
  });

  test('gives a free place in the sample to an online device, even if many others are offline', async () => {
    const all = await addDevices(20);
    await allOnline(all);
    const id = await begin({ filter: {} }, { pauseThresholdPercent: 20 });
    const outcomes = await outcomesOf(id);
    const waiting = all.filter((sn) => outcomes[sn] === 'waiting');
    expect(waiting).toHaveLength(15);
    for (const sn of waiting) await offline(sn);
    const [back = ''] = waiting;
    await online(back);
    await allOnline(
      all.filter((sn) => outcomes[sn] === 'notified'),
      newer,
    );
    await settle();
    expect((await outcomesOf(id))[back]).toBe('notified');
    expect((await read(id)).counts).toMatchObject({ done: 5, notified: 1, waiting: 14 });
  });

  test('notifies a device that connects without reporting its version', async () => {
    const [sn = ''] = await addDevices(1);
    const id = await begin({ filter: {} });
    const { gate, now } = stage.platform;
    await gate.connected({ clientId: `${params.appKey}.${sn}`, connectedAt: now(), address: '10.0.0.1' });
    await settle();
    stage.pass(2000);
    await settle();
    expect(await outcomesOf(id)).toEqual({ [sn]: 'notified' });
  });
});
