import { contract } from '../../contract';
import { openStream } from '../support/stream';
import {
  addDevices,
  allOnline,
  begin,
  connected,
  devicesOf,
  HOUR,
  me,
  newer,
  offline,
  old,
  online,
  outcomesOf,
  packetId,
  params,
  progress,
  publish,
  read,
  say,
  settle,
  setUpgradeStage,
  stage,
} from '../support/upgrade-stage';

const { application, device, upgrade, webhook } = contract;

setUpgradeStage();

describe('an upgrade', () => {
  test('goes from the notice to the birth with the version, and nothing less is done', async () => {
    const [sn = '', absent = ''] = await addDevices(2);
    await online(sn);
    const id = await begin({ filter: {} });
    expect(await outcomesOf(id)).toEqual({ [sn]: 'notified', [absent]: 'waiting' });

    await progress(sn, 'downloading', { percent: 43 });
    expect((await devicesOf(id))[0]).toMatchObject({
      sn,
      outcome: 'downloading',
      percent: 43,
      deviceState: 'online',
      packetVersion: '1.0.0',
    });
    await progress(sn, 'installing', { percent: 0, error: null });
    await progress(sn, 'succeeded', { percent: 100 });
    expect((await devicesOf(id))[0]).toMatchObject({ outcome: 'installing', percent: 100 });
    await online(sn, newer);
    await online(absent, newer);
    await settle();

    expect(await read(id)).toMatchObject({ state: 'finished', counts: { all: 2, done: 2, waiting: 0 }, already: 0 });
    expect((await read(id)).finishedAt).not.toBeNull();
    const { data } = await me.call(upgrade.versions, { params });
    expect(data).toEqual({ list: [{ packetName: 'camera', packetVersion: '1.1.0', devices: 2 }], total: 2 });
  });

  test('tells the developer’s server once of each device, also of one that only came back with the version, or with another', async () => {
    await me.call(webhook.save, { params, body: { url: 'http://127.0.0.1:8699/hook' } });
    const [said = '', silent = '', rolledBack = ''] = await addDevices(3);
    await allOnline([said, silent, rolledBack]);
    const id = await begin({ filter: {} });
    for (const sn of [said, rolledBack]) await progress(sn, 'succeeded', { percent: 100 });
    stage.pass(1000);
    await online(said, newer);
    await online(silent, newer);
    await online(rolledBack, old);

    expect(await outcomesOf(id)).toEqual({ [said]: 'done', [silent]: 'done', [rolledBack]: 'failed' });
    expect((await devicesOf(id)).at(-1)).toMatchObject({ reason: 'otherVersion', error: 'camera 1.0.0' });
    const of = async (type: 'device.upgrade.succeeded' | 'device.upgrade.failed') =>
      (await me.call(webhook.records, { params, query: { type } })).data.list.map(({ sn }) => sn).sort();
    expect(await of('device.upgrade.succeeded')).toEqual([said, silent, rolledBack].sort());
    expect(await of('device.upgrade.failed')).toEqual([rolledBack]);
    // What the platform saw itself names the version, unlike what devices say.
    const resultOf = async (sn: string, type: 'device.upgrade.succeeded' | 'device.upgrade.failed') =>
      (await me.call(contract.event.list, { params: { ...params, sn }, query: { type } })).data.list[0]?.data;
    expect(await resultOf(rolledBack, 'device.upgrade.failed')).toMatchObject({ error: 'came back with camera 1.0.0', running: old });
    expect(await resultOf(silent, 'device.upgrade.succeeded')).toMatchObject({ running: newer });
    expect(await resultOf(said, 'device.upgrade.succeeded')).not.toHaveProperty('running');
  });

  test('waits for the restart of a device that could say only after a while that it had succeeded, and what it still runs with it', async () => {
    const [good = '', rolledBack = ''] = await addDevices(2);
    await allOnline([good, rolledBack]);
    const id = await begin({ filter: {} });
    for (const sn of [good, rolledBack]) {
      await progress(sn, 'installing', { percent: 30 });
      await offline(sn);
      const before = stage.platform.now();
      stage.pass(1000);
      await progress(sn, 'succeeded', { percent: 100 });
      await say(sn, 'status', { online: true, packet: old });
      // EMQX may report the connection late.
      await connected(sn, before);
    }
    stage.pass(60_000);
    for (const sn of [good, rolledBack]) await say(sn, 'status', { online: true, packet: old });
    expect(await outcomesOf(id)).toEqual({ [good]: 'installing', [rolledBack]: 'installing' });

    stage.pass(1000);
    await online(good, newer);
    // EMQX may report a restart after the device's message, too.
    const restart = stage.platform.now();
    stage.pass(1000);
    await say(rolledBack, 'status', { online: true, packet: old });
    await connected(rolledBack, restart);
    expect(await outcomesOf(id)).toEqual({ [good]: 'done', [rolledBack]: 'failed' });
  });

  test('lets those that failed try again', async () => {
    const [good = '', bad = '', gone = ''] = await addDevices(3);
    await allOnline([good, bad, gone]);
    const id = await begin({ filter: {} });
    for (const sn of [bad, gone]) await progress(sn, 'failed', { error: 'not enough flash' });
    await online(good, newer);
    await settle();
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { done: 1, failed: 2 }, retryable: 2 });
    await me.call(contract.device.remove, { params: { ...params, sn: gone } });
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { done: 1, failed: 2 }, retryable: 1 });
    const { data: failed } = await me.call(upgrade.devices, { params: { ...params, id }, query: { outcome: 'failed', keyword: bad } });
    expect(failed).toMatchObject({ total: 1, list: [{ sn: bad, error: 'not enough flash' }] });

    const { data } = await me.call(upgrade.retry, { params: { ...params, id }, body: {} });
    expect(data).toMatchObject({ retried: 1, left: 1, state: 'running' });
    await settle();
    expect(await outcomesOf(id)).toEqual({ [good]: 'done', [bad]: 'notified', [gone]: 'failed' });
    await online(bad, newer);
    await settle();
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { done: 2, failed: 1 }, retryable: 0 });
  });

  test('does not retry a device that is in another upgrade', async () => {
    const [sn = ''] = await addDevices(1);
    await allOnline([sn]);
    const id = await begin({ filter: {} });
    await progress(sn, 'failed', { error: 'not enough flash' });
    await settle();
    const other = await begin({ sns: [sn] });
    await settle();

    expect(await read(id)).toMatchObject({ counts: { failed: 1 }, retryable: 0 });
    expect((await me.call(upgrade.retry, { params: { ...params, id }, body: {} })).data).toMatchObject({ retried: 0, left: 1 });
    await me.call(upgrade.cancel, { params: { ...params, id: other } });
    await settle();
    expect(await read(id)).toMatchObject({ counts: { failed: 1 }, retryable: 1 });
  });

  test('listens to who was given up for a month', async () => {
    const [sn = ''] = await addDevices(1);
    await online(sn);
    const id = await begin({ filter: {} });
    stage.pass(25 * HOUR);
    await settle();
    for (let half = 0; half < 2; half++) {
      stage.pass(16 * 24 * HOUR);
      // Using the session keeps it from expiring.
      await read(id);
    }
    await online(sn, newer);
    await settle();
    expect(await outcomesOf(id)).toEqual({ [sn]: 'timedOut' });
  });

  test('is heard of by open pages, but not more often than once a second', async () => {
    const [sn = ''] = await addDevices(1);
    await online(sn);
    await begin({ filter: {} });
    const base = await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const begunAt = Date.now();
    const stream = await openStream({ base, ...params, token: me.token });
    await stream.next('counts');
    for (let percent = 1; percent <= 20; percent++) await progress(sn, 'downloading', { percent });
    await stream.next('upgrade');
    const more = stream.heard.filter(({ message }) => message.type === 'upgrade').length;
    expect(more).toBeLessThanOrEqual((Date.now() - begunAt) / 1000);
    stream.close();
  });

  test('that is over is read again by open pages when a device of it runs another version', async () => {
    const [sn = ''] = await addDevices(1);
    await online(sn, newer);
    const id = await begin({ filter: {} });
    expect((await read(id)).state).toBe('finished');
    const base = await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await openStream({ base, ...params, token: me.token });
    await stream.next('counts');
    await online(sn, old);
    await stream.next('upgrade');
    stream.close();
  });

  test('is read again by open pages when a device of it is deleted', async () => {
    const [one = '', two = ''] = await addDevices(2);
    await begin({ filter: {} });
    const base = await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await openStream({ base, ...params, token: me.token });
    await stream.next('counts');
    await me.call(device.remove, { params: { ...params, sn: one } });
    await stream.next('upgrade');
    await me.call(device.removeMany, { params, body: { sns: [two] } });
    await stream.next('upgrade');
    stream.close();
  });

  test('ends for a device that is deleted, and goes with its project', async () => {
    const [sn = ''] = await addDevices(1, ['door']);
    const id = await begin({ tag: 'door' });
    await me.call(device.remove, { params: { ...params, sn } });
    await settle();
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { cancelled: 1 } });
    expect((await devicesOf(id))[0]).toMatchObject({ sn, reason: 'deviceDeleted', deviceState: null, packetVersion: '' });
  });

  test('goes half a year after its end, but not while it is the last that a device was in', async () => {
    const [sn = '', other = ''] = await addDevices(2);
    const latest = { name: 'camera', version: '1.2.0' };
    const first = await begin({ filter: {} });
    await allOnline([sn, other], newer);
    await settle();
    const second = await begin({ sns: [sn] }, { packetId: await publish(latest) });
    await online(sn, latest);
    await settle();
    const kept = async () => {
      await settle();
      return (await me.call(upgrade.list, { params, query: {} })).data.list.map(({ id }) => id);
    };

    // Regular use keeps the session from expiring.
    for (let days = 0; days <= 180; days += 20) {
      expect(await kept()).toEqual([second, first]);
      stage.pass(20 * 24 * HOUR);
    }
    expect(await kept()).toEqual([second, first]);
    await me.call(device.remove, { params: { ...params, sn: other } });
    expect(await kept()).toEqual([second]);
    const { db } = stage.platform;
    expect(await db.selectFrom('upgradeDevice').select('upgradeId').distinct().execute()).toEqual([{ upgradeId: second }]);
  });
});

describe('bad input', () => {
  test('somebody else’s upgrade does not exist', async () => {
    const [sn = ''] = await addDevices(1);
    const id = await begin({ filter: {} });
    const stranger = await stage.signIn();
    const { data: own } = await stranger.call(application.create, { body: { name: '别处', categoryId: 1 } });
    for (const appKey of [params.appKey, own.appKey]) {
      for (const call of [upgrade.read, upgrade.pause, upgrade.resume, upgrade.cancel]) {
        expect((await stranger.call(call, { params: { appKey, id } })).status).toBe(404);
      }
      expect((await stranger.call(upgrade.retry, { params: { appKey, id }, body: {} })).status).toBe(404);
      expect((await stranger.call(upgrade.devices, { params: { appKey, id }, query: {} })).status).toBe(404);
      expect((await stranger.call(upgrade.ofDevice, { params: { appKey, sn } })).status).toBe(404);
    }
  });

  test('a device of it that was deleted is found by its serial number, too', async () => {
    const [there = '', gone = ''] = await addDevices(2);
    const id = await begin({ filter: {} });
    await me.call(device.remove, { params: { ...params, sn: gone } });
    await settle();
    const found = async (keyword: string) => (await me.call(upgrade.devices, { params: { ...params, id }, query: { keyword } })).data;
    expect(await found(gone.toLowerCase())).toMatchObject({ total: 1, list: [{ sn: gone, deviceState: null }] });
    expect(await found(there)).toMatchObject({ total: 1, list: [{ sn: there }] });
    expect(await found('nobody')).toMatchObject({ total: 0, list: [] });
  });

  test('a device that is told of one upgrade cannot move another, nor with nonsense', async () => {
    const [sn = ''] = await addDevices(1);
    await online(sn);
    const id = await begin({ filter: {} });
    await say(sn, 'upgrade/progress', { packetId: 4711, stage: 'failed' });
    await say(sn, 'upgrade/progress', { packetId, stage: 'dancing' });
    await say(sn, 'upgrade/progress', { packetId, stage: 'downloading', percent: 'most' });
    await offline(sn);
    expect(await outcomesOf(id)).toEqual({ [sn]: 'notified' });
    const { list } = (await me.call(contract.event.list, { params: { ...params, sn }, query: {} })).data;
    const told = list.filter(({ type }) => type === 'device.invalid').map(({ data }) => (data as { message: string }).message);
    expect(told).toEqual([expect.stringContaining('percent'), expect.stringContaining('stage')]);
  });
});
