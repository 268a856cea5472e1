import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import type { UpgradeNotice } from '../../contract/topics';
import type { UpgradeTarget } from '../../contract/upgrade';
import { takeDue } from '../../server/upgrade/steps';
import { share } from '../../server/upgrade/target';
import { startPlatform, type TestPlatform } from '../support/platform';
import { openStream } from '../support/stream';

const { application, device, packet, upgrade, webhook } = contract;
const HOUR = 3_600_000;
const old = { name: 'camera', version: '1.0.0' };
const newer = { name: 'camera', version: '1.1.0' };

let stage: TestPlatform;
let me: Awaited<ReturnType<TestPlatform['signIn']>>;
let params: { appKey: string };
let packetId: number;

beforeEach(async () => {
  stage = await startPlatform();
  me = await stage.signIn();
  const { data } = await me.call(application.create, { body: { name: '仓储', categoryId: 1 } });
  params = { appKey: data.appKey };
  packetId = await publish(newer);
});
afterEach(() => stage.close());

const publish = async (body: typeof old) =>
  (await me.call(packet.upload, { body, file: new File([`content of ${body.version}`], 'camera.bin') })).data.id;

const sns = (count: number) => Array.from({ length: count }, (_, n) => `CAM-${String(n + 1).padStart(3, '0')}`);

async function addDevices(count: number, tags: string[] = []) {
  const devices = sns(count).map((sn) => ({ sn, tags }));
  await me.call(device.createMany, { params, body: { devices } });
  return devices.map(({ sn }) => sn);
}

/** As the broker tells it: a device that is there, and which version it runs. */
async function online(sn: string, running = old) {
  const { gate, now } = stage.platform;
  await gate.connected({ clientId: `${params.appKey}.${sn}`, connectedAt: now(), address: '10.0.0.1' });
  await say(sn, 'status', { online: true, packet: running });
}
const offline = (sn: string) => {
  const { gate, now } = stage.platform;
  return gate.disconnected({ clientId: `${params.appKey}.${sn}`, at: now(), reason: 'normal' });
};
const say = (sn: string, name: string, payload: object) =>
  stage.platform.gate.received({ topic: `v1/${params.appKey}/${sn}/up/${name}`, payload: Buffer.from(JSON.stringify(payload)) });
const progress = (sn: string, stageName: string, more: object = {}) => say(sn, 'upgrade/progress', { packetId, stage: stageName, ...more });

/** Connected, which the gate alone is not: the broker of these tests has no sockets. */
async function allOnline(all: string[], running = old) {
  for (const sn of all) await online(sn, running);
}

async function begin(target: UpgradeTarget, more: { pauseThresholdPercent?: number; packetId?: number } = {}) {
  const { data } = await me.call(upgrade.create, { params, body: { packetId, target, ...more } });
  await settle();
  return data.id;
}
/** Devices are gathered, and the clock goes on, so that those of the next second are told. */
async function settle() {
  for (let second = 0; second < 2; second++) {
    stage.pass(1000);
    await stage.platform.upgrades.settle();
  }
}
const read = async (id: number) => (await me.call(upgrade.read, { params: { ...params, id } })).data;
const devicesOf = async (id: number) => (await me.call(upgrade.devices, { params: { ...params, id }, query: { pageSize: 100 } })).data.list;
const outcomesOf = async (id: number) => Object.fromEntries((await devicesOf(id)).map(({ sn, outcome }) => [sn, outcome]));

/** Which devices are told of which version from now on. */
function toldBy({ platform }: TestPlatform) {
  const notices: [sn: string, version: string][] = [];
  platform.broker.publish = async (topic, payload) => void notices.push([topic.split('/')[2] ?? '', (payload as UpgradeNotice).version]);
  return notices;
}

describe('an upgrade', () => {
  test('is made once by a request that is sent again, at once or later', async () => {
    const [sn = ''] = await addDevices(1);
    const ask = (key?: string, note = '') =>
      me.call(upgrade.create, { params, headers: key ? { 'idempotency-key': key } : {}, body: { packetId, target: { sns: [sn] }, note } });
    const made = await Promise.all([ask('a'), ask('a')]);
    made.push(await ask('a'));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1);

    // Another key, other words, or none: another one.
    const others = [await ask('b'), await ask('a', 'again'), await ask(), await ask()];
    expect(new Set([...made, ...others].map(({ data }) => data.id)).size).toBe(5);
    expect((await ask('x'.repeat(129))).status).toBe(400);
  });

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
    await online(said, newer);
    await online(silent, newer);
    await online(rolledBack, old);

    expect(await outcomesOf(id)).toEqual({ [said]: 'done', [silent]: 'done', [rolledBack]: 'failed' });
    expect((await devicesOf(id)).at(-1)).toMatchObject({ reason: 'otherVersion', error: 'camera 1.0.0' });
    const of = async (type: 'device.upgrade.succeeded' | 'device.upgrade.failed') =>
      (await me.call(webhook.records, { params, query: { type } })).data.list.map(({ sn }) => sn).sort();
    expect(await of('device.upgrade.succeeded')).toEqual([said, silent, rolledBack].sort());
    expect(await of('device.upgrade.failed')).toEqual([rolledBack]);
  });

  test('counts a device that runs the version as done, and leaves out one that is disabled', async () => {
    const [there = '', disabled = '', other = ''] = await addDevices(3);
    await online(there, newer);
    await me.call(device.update, { params: { ...params, sn: disabled }, body: { enabled: false } });
    const { data: before } = await me.call(upgrade.preview, { params, body: { packetId, target: { filter: {} } } });
    const running = [
      { packetName: 'camera', packetVersion: '1.1.0', devices: 1 },
      { packetName: '', packetVersion: '', devices: 1 },
    ];
    expect(before).toEqual({ devices: 2, disabled: 1, offline: 1, already: 1, busy: 0, running });

    const id = await begin({ filter: {} });

    expect(await outcomesOf(id)).toEqual({ [there]: 'done', [other]: 'waiting' });
    expect((await read(id)).already).toBe(1);
  });

  test('of a share of very many devices adds up, and leaves out those that are disabled', async () => {
    for (let from = 0; from < 20_007; from += 1000) {
      const devices = Array.from({ length: Math.min(1000, 20_007 - from) }, (_, n) => ({ sn: `D-${from + n}` }));
      await me.call(device.createMany, { params, body: { devices } });
    }
    const running = (from: number, count: number) => Array.from({ length: count }, (_, n) => `D-${from + n}`);
    for (const sn of running(0, 14)) await online(sn, old);
    for (const sn of running(14, 6)) await online(sn, newer);
    const disabled = ['D-0', 'D-14', 'D-20000'];
    await me.call(device.disableMany, { params, body: { sns: disabled } });

    const of = async (percent?: number) =>
      (await me.call(upgrade.preview, { params, body: { packetId, target: { filter: {}, percent } } })).data;

    expect(await of()).toMatchObject({
      devices: 20_004,
      already: 5,
      running: [{ devices: 19_986 }, { packetVersion: '1.0.0', devices: 13 }, { packetVersion: '1.1.0', devices: 5 }],
    });
    for (const percent of [0.01, 1, 10, 33]) {
      const { devices, already, running } = await of(percent);
      expect(devices).toBe(Math.ceil((20_004 * percent) / 100));
      expect(running.reduce((sum, one) => sum + one.devices, 0)).toBe(devices);
      expect(already).toBe(running.find(({ packetVersion }) => packetVersion === '1.1.0')?.devices);
    }
  }, 60_000);

  test('tells every version that its devices run: one of them may be above the chosen one', async () => {
    const all = await addDevices(7);
    for (const [n, sn] of all.entries()) await online(sn, { name: 'camera', version: `1.0.${n}` });

    const { data } = await me.call(upgrade.preview, { params, body: { packetId, target: { filter: {} } } });

    expect(data.running.map(({ packetVersion }) => packetVersion).sort()).toEqual(all.map((_, n) => `1.0.${n}`));
  });

  test('of all that match leaves alone who was added after the list was read', async () => {
    const all = await addDevices(2);
    const { newest: upTo } = (await me.call(device.list, { params, query: {} })).data;
    await me.call(device.create, { params, body: { sn: 'LATER' } });
    const target = { filter: {}, upTo };

    expect((await me.call(upgrade.preview, { params, body: { packetId, target } })).data.devices).toBe(2);
    expect(Object.keys(await outcomesOf(await begin(target)))).toEqual(all);
  });

  test('of a device goes over to a newer one', async () => {
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

  test('back to what a device runs, while it is on its way to another, is told to it', async () => {
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

  test('waits for a device that is offline and on its way to another version, to tell it, whatever it runs', async () => {
    const all = await addDevices(6);
    const [sn = ''] = all;
    const back = await publish(old);
    await allOnline(all);
    await begin({ filter: {} });
    for (const sn of all) await offline(sn);
    const next = await publish({ name: 'camera', version: '1.2.0' });
    const passing = await begin({ filter: {} }, { packetId: next });
    const notices = toldBy(stage);

    // What it was told of holds for the one after the next, too.
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
    'tells a device the way back again when the one before was %s before it could',
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

  test('takes a device for on its way to another version for a month', async () => {
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
      // A session in use does not end.
      await read(untold);
    }
    const { data: preview } = await me.call(upgrade.preview, { params, body: { packetId: back, target: { filter: {} } } });
    expect(preview).toMatchObject({ devices: 1, already: 1 });
    const id = await begin({ filter: {} }, { packetId: back });
    expect(await read(id)).toMatchObject({ state: 'finished', already: 1, counts: { done: 1 } });
  });

  test('tells who is on its way to another version once the broker is there again', async () => {
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

  test('says again what was not answered, and times out after a day of silence', async () => {
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

    // Who had been told is believed even now, who had not is not.
    expect((await devicesOf(id)).map(({ reason }) => reason)).toEqual(['underWay', null]);
    for (const one of [sn, away]) await online(one, newer);
    await settle();
    expect(await outcomesOf(id)).toEqual({ [sn]: 'done', [away]: 'timedOut' });
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { done: 1, timedOut: 1 } });
  });

  test('says it again though nobody else may be told before they answer', async () => {
    await allOnline(await addDevices(7));
    await begin({ filter: {} }, { pauseThresholdPercent: 20 });
    const notices = toldBy(stage);
    stage.pass(31_000);
    await settle();
    expect(notices).toHaveLength(5);

    // What a power cut took along is told as soon as it is back.
    const [[sn = ''] = []] = notices.splice(0);
    await offline(sn);
    await online(sn);
    await settle();
    expect(notices).toEqual([[sn, newer.version]]);
  });

  test('tells who came back, and could not be told at once, soon after, and forgets nothing of what it had told', async () => {
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
    // What it was not told counts for nothing: it is told again as soon as at first.
    stage.pass(31_000);
    await settle();
    expect(notices.slice(2).map(([sn]) => sn)).toEqual([silent]);
  });

  test('does not tell again who was heard while a notice to it was failing', async () => {
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

  test('says whom it is for, and that it is without what was added later', async () => {
    await addDevices(1);
    const { data } = await me.call(device.list, { params, query: {} });
    const id = await begin({ filter: { keyword: 'CAM' }, upTo: data.newest });
    expect((await read(id)).target).toEqual({ filter: { keyword: 'CAM' }, upTo: data.newest });
  });

  test('does not tell again whom another instance told while a notice to it was failing', async () => {
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

  test('gives a free place to who is there, however many went away while they waited', async () => {
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

  test('leaves what timed out as it was when another takes the device', async () => {
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

  test('tells a device that connects and never says which version it runs', async () => {
    const [sn = ''] = await addDevices(1);
    const id = await begin({ filter: {} });
    const { gate, now } = stage.platform;
    await gate.connected({ clientId: `${params.appKey}.${sn}`, connectedAt: now(), address: '10.0.0.1' });
    await settle();
    stage.pass(2000);
    await settle();
    expect(await outcomesOf(id)).toEqual({ [sn]: 'notified' });
  });

  test('lets those that failed try again', async () => {
    const [good = '', bad = ''] = await addDevices(2);
    await allOnline([good, bad]);
    const id = await begin({ filter: {} });
    await progress(bad, 'failed', { error: 'not enough flash' });
    await online(good, newer);
    await settle();
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { done: 1, failed: 1 } });
    const { data: failed } = await me.call(upgrade.devices, { params: { ...params, id }, query: { outcome: 'failed', keyword: bad } });
    expect(failed).toMatchObject({ total: 1, list: [{ sn: bad, error: 'not enough flash' }] });

    const { data } = await me.call(upgrade.retry, { params: { ...params, id }, body: {} });
    expect(data).toMatchObject({ retried: 1, state: 'running' });
    await settle();
    expect(await outcomesOf(id)).toEqual({ [good]: 'done', [bad]: 'notified' });
    await online(bad, newer);
    await settle();
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { done: 2, failed: 0 } });
  });

  test('pauses, tells nobody meanwhile, goes on, and can be cancelled', async () => {
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

  test('that is cancelled counts what becomes of the devices it had told, and only of them', async () => {
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

    // How far they are makes no difference, nor that they connect with what they ran.
    await progress(said, 'downloading', { percent: 60 });
    await online(silent, old);
    for (const sn of [said, rolledBack]) await progress(sn, 'succeeded', { percent: 100 });
    expect((await read(id)).counts).toEqual(cancelled.counts);
    for (const running of [newer, newer]) for (const sn of [said, silent, away]) await online(sn, running);
    await progress(failing, 'failed', { error: 'flash write error' });
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

  test('that was cancelled leaves a device to the one that takes it next', async () => {
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

  test('pauses by itself when too many fail, before all have been told', async () => {
    const all = await addDevices(60);
    await allOnline(all);
    const id = await begin({ filter: {} }, { pauseThresholdPercent: 20 });
    const { counts } = await read(id);
    expect(counts).toMatchObject({ notified: 6, waiting: 54 });
    const told = (await devicesOf(id)).filter(({ outcome }) => outcome === 'notified').map(({ sn }) => sn);
    for (const sn of told.slice(0, 4)) await progress(sn, 'failed', { error: 'flash write error' });
    await settle();
    // Four are too few to judge by.
    expect((await read(id)).state).toBe('running');
    for (const sn of told.slice(4, 6)) await progress(sn, 'failed', { error: 'flash write error' });
    await stage.platform.upgrades.settle();
    await settle();
    const paused = await read(id);
    expect(paused).toMatchObject({ state: 'paused', pausedBy: 'failures', sample: { size: 6, failures: 6 } });
    // Nobody was told in the place of those that are through before there were enough, nor after.
    expect(paused.counts).toMatchObject({ failed: 6, waiting: 54 });

    await me.call(upgrade.resume, { params: { ...params, id } });
    await settle();
    expect(await read(id)).toMatchObject({ state: 'running', sample: { size: 0, failures: 0 } });
  });

  test('paused by hand, still knows what failed before', async () => {
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

  test('pauses again when too many fail, whoever comes in late meanwhile', async () => {
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

  test('listens to who was given up for a month', async () => {
    const [sn = ''] = await addDevices(1);
    await online(sn);
    const id = await begin({ filter: {} });
    stage.pass(25 * HOUR);
    await settle();
    for (let half = 0; half < 2; half++) {
      stage.pass(16 * 24 * HOUR);
      // A session in use does not end.
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

  test('of a share is always for the same devices', async () => {
    await addDevices(50);
    const ten = await begin({ percent: 10 });
    const chosen = (await devicesOf(ten)).map(({ sn }) => sn);
    expect(chosen).toHaveLength(5);
    const twenty = await begin({ percent: 20 });
    const more = (await devicesOf(twenty)).map(({ sn }) => sn);
    expect(more).toHaveLength(10);
    expect(more).toEqual(expect.arrayContaining(chosen));
    expect(share([1, 2, 3], 1, 7)).toHaveLength(1);
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

    // A session lives on when somebody looks now and then.
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
  test('is refused with a reason', async () => {
    await addDevices(1);
    const create = (body: object) => me.call(upgrade.create, { params, body: body as never });
    expect((await create({ packetId, target: {} })).status).toBe(400);
    expect((await create({ packetId, target: { tag: 'a', filter: {} } })).status).toBe(400);
    expect((await create({ packetId, target: { percent: 0 } })).status).toBe(400);
    expect((await create({ packetId: 4711, target: { filter: {} } })).failure.code).toBe(ErrorCode.packetGone);
    expect((await create({ packetId, target: { sns: ['NOBODY'] } })).failure.message).toBe('没有符合条件的设备');
    expect((await create({ packetId, target: { tag: 'nobody' } })).status).toBe(400);
  });

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

  test('a packet is kept for as long as an upgrade needs it', async () => {
    await addDevices(1);
    const id = await begin({ filter: {} });
    expect((await me.call(packet.remove, { params: { id: packetId } })).status).toBe(409);
    await me.call(upgrade.cancel, { params: { ...params, id } });
    await settle();
    expect((await me.call(packet.remove, { params: { id: packetId } })).status).toBe(200);
  });

  test('an upgrade whose packet was deleted says so, and nobody is sent there again', async () => {
    const [sn = ''] = await addDevices(1);
    await online(sn);
    const id = await begin({ filter: {} });
    await progress(sn, 'failed');
    await settle();
    expect(await read(id)).toMatchObject({ state: 'finished', packetGone: false });
    await me.call(packet.remove, { params: { id: packetId } });

    expect((await read(id)).packetGone).toBe(true);
    const again = await me.call(upgrade.retry, { params: { ...params, id }, body: {} });
    const made = await me.call(upgrade.create, { params, body: { packetId, target: { filter: {} } } });
    for (const { failure } of [again, made]) expect(failure).toMatchObject({ code: ErrorCode.packetGone });
    expect(made.failure.details).toMatchObject([{ path: 'body.packetId' }]);
  });

  test('a packet is not deleted under an upgrade that is made at the same moment', async () => {
    await addDevices(1);
    for (let round = 0; round < 12; round++) {
      const id = await publish({ name: 'lens', version: String(round) });
      const target = round % 2 ? { filter: {} } : { sns: sns(1) };
      const [made, removed] = await Promise.all([
        me.call(upgrade.create, { params, body: { packetId: id, target } }),
        me.call(packet.remove, { params: { id } }),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([made.status, removed.status]);
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
