import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { share } from '../../server/upgrade/target';
import {
  addDevices,
  begin,
  devicesOf,
  me,
  newer,
  old,
  online,
  outcomesOf,
  packetId,
  params,
  progress,
  publish,
  read,
  settle,
  setUpgradeStage,
  sns,
} from '../support/upgrade-stage';

const { device, packet, upgrade } = contract;

setUpgradeStage();

describe('an upgrade', () => {
  test('is made once by a request that is sent again, at once or later', async () => {
    const [sn = ''] = await addDevices(1);
    const ask = (key?: string, note = '') =>
      me.call(upgrade.create, { params, headers: key ? { 'idempotency-key': key } : {}, body: { packetId, target: { sns: [sn] }, note } });
    const made = await Promise.all([ask('a'), ask('a')]);
    made.push(await ask('a'));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1);

    // Another key, another body or no key creates another upgrade.
    const others = [await ask('b'), await ask('a', 'again'), await ask(), await ask()];
    expect(new Set([...made, ...others].map(({ data }) => data.id)).size).toBe(5);
    expect((await ask('x'.repeat(129))).status).toBe(400);
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
    expect(before).toEqual({ devices: 2, disabled: 1, offline: 1, already: 1, busy: 0, running, unknownSns: [] });

    const id = await begin({ filter: {} });

    expect(await outcomesOf(id)).toEqual({ [there]: 'done', [other]: 'waiting' });
    expect((await read(id)).already).toBe(1);
  });

  test('of a share says to which share the same devices were taken since', async () => {
    await addDevices(10, ['barn']);
    const ofAll = { filter: {} };
    const first = await begin({ ...ofAll, percent: 10 });
    expect((await read(first)).widened).toBeNull();
    // Other devices, and less of the same ones.
    await begin({ filter: { keyword: '1' }, percent: 50 });
    await begin({ ...ofAll, percent: 5 });
    expect((await read(first)).widened).toBeNull();

    const half = await begin({ ...ofAll, percent: 50 });
    expect((await read(first)).widened).toEqual({ id: half, percent: 50 });
    const whole = await begin(ofAll);
    expect((await read(first)).widened).toEqual({ id: whole, percent: 100 });
    expect((await read(half)).widened).toEqual({ id: whole, percent: 100 });
    expect((await read(whole)).widened).toBeNull();
    await me.call(upgrade.cancel, { params: { ...params, id: whole } });
    expect((await read(first)).widened).toEqual({ id: half, percent: 50 });

    const tagged = await begin({ filter: { tag: 'barn' }, percent: 10 });
    const allTagged = await begin({ tag: 'barn' });
    expect((await read(tagged)).widened).toEqual({ id: allTagged, percent: 100 });
  });

  test('names the serial numbers that are none of the project’s', async () => {
    const [sn = ''] = await addDevices(1);
    const target = { sns: [sn, 'CAM-O01', sn, 'gone'] };
    const { data: before } = await me.call(upgrade.preview, { params, body: { packetId, target } });
    expect(before).toMatchObject({ devices: 1, unknownSns: ['CAM-O01', 'gone'] });

    const { data } = await me.call(upgrade.create, { params, body: { packetId, target } });
    expect(data).toMatchObject({ counts: { all: 1 }, unknownSns: ['CAM-O01', 'gone'] });
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

  test('says whom it is for, and that it is without what was added later', async () => {
    await addDevices(1);
    const { data } = await me.call(device.list, { params, query: {} });
    const id = await begin({ filter: { keyword: 'CAM' }, upTo: data.newest });
    expect((await read(id)).target).toEqual({ filter: { keyword: 'CAM' }, upTo: data.newest });
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
});
