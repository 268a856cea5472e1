import { contract } from '../../contract';
import {
  addDevices,
  allOnline,
  begin,
  devicesOf,
  HOUR,
  me,
  newer,
  old,
  online,
  outcomesOf,
  packetId,
  params,
  progress,
  read,
  settle,
  setUpgradeStage,
  stage,
} from '../support/upgrade-stage';

const { packet, upgrade, webhook } = contract;

setUpgradeStage();

describe('an upgrade', () => {
  test('can be paused, which stops notices, resumed and cancelled', async () => {
    const [first = '', second = ''] = await addDevices(2);
    const id = await begin({ filter: {} });
    const one = { params: { ...params, id } };
    expect((await me.call(upgrade.pause, one)).data).toMatchObject({ state: 'paused', pausedBy: 'person' });
    await online(first);
    await settle();
    expect(await outcomesOf(id)).toMatchObject({ [first]: 'waiting' });
    expect((await me.call(upgrade.resume, one)).data.state).toBe('running');
    await settle();
    expect(await outcomesOf(id)).toEqual({ [first]: 'notified', [second]: 'waiting' });

    expect((await me.call(upgrade.cancel, one)).data.state).toBe('cancelled');
    await settle();
    expect(await outcomesOf(id)).toEqual({ [first]: 'cancelled', [second]: 'cancelled' });
    for (const call of [upgrade.resume, upgrade.pause, upgrade.cancel]) expect((await me.call(call, one)).status).toBe(409);
    expect((await me.call(upgrade.retry, { ...one, body: {} })).status).toBe(409);
  });

  test('that is cancelled still counts the outcomes of devices it had notified, and only those', async () => {
    await me.call(webhook.save, { params, body: { url: 'http://127.0.0.1:8699/hook' } });
    const [said = '', silent = '', failing = '', rolledBack = '', away = ''] = await addDevices(5);
    const told = [said, silent, failing, rolledBack];
    await allOnline(told);
    const id = await begin({ filter: {} });
    for (const sn of told) await progress(sn, 'installing', { percent: 30 });
    await me.call(upgrade.cancel, { params: { ...params, id } });
    await settle();
    const cancelled = await read(id);
    expect(cancelled).toMatchObject({ state: 'cancelled', counts: { all: 5, cancelled: 5, done: 0 } });
    expect((await devicesOf(id)).map(({ reason }) => reason)).toEqual(['underWay', 'underWay', 'underWay', 'underWay', null]);

    // Neither further progress nor connecting with the old version changes a cancelled upgrade.
    await progress(said, 'downloading', { percent: 60 });
    await online(silent, old);
    for (const sn of [said, rolledBack]) await progress(sn, 'succeeded', { percent: 100 });
    expect((await read(id)).counts).toEqual(cancelled.counts);
    for (const running of [newer, newer]) for (const sn of [said, silent, away]) await online(sn, running);
    await progress(failing, 'failed', { error: 'flash write error' });
    stage.pass(1000);
    await online(rolledBack, old);
    await settle();

    expect((await devicesOf(id)).map(({ sn, outcome, reason, error }) => [sn, outcome, reason, error])).toEqual([
      [said, 'done', null, ''],
      [silent, 'done', null, ''],
      [failing, 'failed', null, 'flash write error'],
      [rolledBack, 'failed', 'otherVersion', 'camera 1.0.0'],
      [away, 'cancelled', null, ''],
    ]);
    const { state, finishedAt, counts } = await read(id);
    expect(counts).toMatchObject({ all: 5, done: 2, failed: 2, cancelled: 1, installing: 0 });
    expect({ state, finishedAt }).toEqual({ state: 'cancelled', finishedAt: cancelled.finishedAt });
    const of = async (type: 'device.upgrade.succeeded' | 'device.upgrade.failed') =>
      (await me.call(webhook.records, { params, query: { type } })).data.list.map(({ sn }) => sn).sort();
    expect(await of('device.upgrade.succeeded')).toEqual([said, silent, rolledBack]);
    expect(await of('device.upgrade.failed')).toEqual([failing, rolledBack]);
    const { data: last } = await me.call(upgrade.ofDevice, { params: { ...params, sn: said } });
    expect(last.list).toMatchObject([{ outcome: 'done', state: 'cancelled' }]);
    expect((await me.call(packet.remove, { params: { id: packetId } })).status).toBe(200);
  });

  test('that is cancelled before a retry keeps the outcomes of devices waiting for it', async () => {
    const [refused = '', rolledBack = '', silent = '', again = ''] = await addDevices(4);
    await allOnline([refused, rolledBack, silent, again]);
    const id = await begin({ filter: {} });
    for (const sn of [refused, again]) await progress(sn, 'failed', { error: 'signature refused' });
    await progress(rolledBack, 'succeeded', { percent: 100 });
    stage.pass(1000);
    await online(rolledBack, old);
    stage.pass(25 * HOUR);
    await settle();
    const outcomes = async () => (await devicesOf(id)).map(({ sn, outcome, reason, error }) => [sn, outcome, reason, error]);
    const failed = await outcomes();
    expect(failed).toEqual([
      [refused, 'failed', null, 'signature refused'],
      [rolledBack, 'failed', 'otherVersion', 'camera 1.0.0'],
      [silent, 'timedOut', 'underWay', ''],
      [again, 'failed', null, 'signature refused'],
    ]);
    await me.call(upgrade.retry, { params: { ...params, id }, body: { sns: [again] } });
    await settle();
    await me.call(upgrade.pause, { params: { ...params, id } });
    await me.call(upgrade.retry, { params: { ...params, id }, body: {} });
    expect((await read(id)).counts).toMatchObject({ waiting: 3, notified: 1, failed: 0, timedOut: 0 });
    const last = async () => (await devicesOf(id)).map(({ sn, last }) => [sn, last?.outcome, last?.reason, last?.error]);
    expect(await last()).toEqual(failed);

    await me.call(upgrade.cancel, { params: { ...params, id } });
    await settle();
    expect(await outcomes()).toEqual([...failed.slice(0, 3), [again, 'cancelled', 'underWay', '']]);
    expect((await devicesOf(id)).map(({ last }) => last)).toEqual([null, null, null, null]);
    expect((await read(id)).counts).toMatchObject({ failed: 2, timedOut: 1, cancelled: 1, waiting: 0 });
  });

  test('pauses by itself when too many devices fail, before all are notified', async () => {
    const all = await addDevices(60);
    await allOnline(all);
    const id = await begin({ filter: {} }, { pauseThresholdPercent: 20 });
    const { counts } = await read(id);
    expect(counts).toMatchObject({ notified: 6, waiting: 54 });
    const told = (await devicesOf(id)).filter(({ outcome }) => outcome === 'notified').map(({ sn }) => sn);
    for (const sn of told.slice(0, 4)) await progress(sn, 'failed', { error: 'flash write error' });
    await settle();
    // Four devices are too few for the failure threshold.
    expect((await read(id)).state).toBe('running');
    for (const sn of told.slice(4, 6)) await progress(sn, 'failed', { error: 'flash write error' });
    await stage.platform.upgrades.settle();
    await settle();
    const paused = await read(id);
    expect(paused).toMatchObject({ state: 'paused', pausedBy: 'failures', sample: { size: 6, failures: 6 } });
    // Finished devices of the sample were not replaced by further ones.
    expect(paused.counts).toMatchObject({ failed: 6, waiting: 54 });

    await me.call(upgrade.resume, { params: { ...params, id } });
    await settle();
    expect(await read(id)).toMatchObject({ state: 'running', sample: { size: 0, failures: 0 } });
  });

  test('keeps its count of failures when it is paused and resumed by hand', async () => {
    const all = await addDevices(9);
    await allOnline(all);
    const id = await begin({ filter: {} }, { pauseThresholdPercent: 20 });
    const [first, second, third, ...others] = (await devicesOf(id)).filter(({ outcome }) => outcome === 'notified').map(({ sn }) => sn);
    for (const sn of [first, second, third]) await progress(sn as string, 'failed');
    for (const call of [upgrade.pause, upgrade.resume]) await me.call(call, { params: { ...params, id } });
    expect(await read(id)).toMatchObject({ state: 'running' });

    await allOnline(others, newer);
    await settle();

    expect(others).toHaveLength(2);
    expect(await read(id)).toMatchObject({
      state: 'paused',
      pausedBy: 'failures',
      counts: { failed: 3, done: 2, waiting: 4 },
      sample: { size: 5, failures: 3 },
    });
  });

  test('can be resumed by hand even if too many devices failed while it was paused by hand', async () => {
    const all = await addDevices(12);
    await allOnline(all);
    const id = await begin({ filter: {} }, { pauseThresholdPercent: 20 });
    const one = { params: { ...params, id } };
    const told = (await devicesOf(id)).filter(({ outcome }) => outcome === 'notified').map(({ sn }) => sn);
    await me.call(upgrade.pause, one);
    for (const sn of told) await progress(sn, 'failed');
    await settle();
    expect(await read(id)).toMatchObject({ state: 'paused', pausedBy: 'person', sample: { size: 5, failures: 5 } });

    await me.call(upgrade.resume, one);
    await settle();
    expect(await read(id)).toMatchObject({ state: 'running', counts: { failed: 5, notified: 5 }, sample: { size: 0, failures: 0 } });
  });

  test('pauses again when too many devices fail, regardless of late successes', async () => {
    const all = await addDevices(60);
    await allOnline(all);
    const id = await begin({ filter: {} }, { pauseThresholdPercent: 20 });
    const told = async () => (await devicesOf(id)).filter(({ outcome }) => outcome === 'notified').map(({ sn }) => sn);
    const late = await told();
    stage.pass(25 * HOUR);
    await settle();
    expect(await read(id)).toMatchObject({ state: 'paused', pausedBy: 'failures', counts: { timedOut: late.length } });
    await me.call(upgrade.resume, { params: { ...params, id } });
    await settle();

    for (const sn of late) await online(sn, newer);
    expect((await read(id)).counts).toMatchObject({ all: 60, done: late.length, timedOut: 0 });
    expect((await read(id)).state).toBe('running');
    for (const sn of await told()) await progress(sn, 'failed');
    await settle();
    expect(await read(id)).toMatchObject({ state: 'paused', pausedBy: 'failures' });
  });
});
