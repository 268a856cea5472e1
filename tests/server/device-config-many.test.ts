import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { downTopic } from '../../contract/topics';
import { insertEvents } from '../../server/event/queries';
import {
  appKey,
  applicationId,
  call,
  connects,
  patch,
  read,
  reports,
  revisions,
  rollback,
  says,
  sent,
  setConfigStage,
  stage,
  wifi,
} from '../support/config-stage';

const { config, device } = contract;

setConfigStage();

describe('one patch for many devices', () => {
  const many = (body: object) => call(config.changeMany, { params: { appKey }, body: body as never });

  test('has an outcome for each', async () => {
    await call(device.create, { params: { appKey }, body: { sn: 'S2' } });
    await patch(0, { measuring: { minMm: 100 } });
    await call(config.changeSchema, {
      params: { appKey },
      body: { schema: { type: 'object', not: { required: ['measuring', 'night'] } } },
    });

    const { status, data } = await many({ sns: ['S1', 'S2', 'S2', 'S9'], patch: { night: true }, note: 'all' });

    expect(status).toBe(200);
    expect(data).toEqual({
      changed: [{ sn: 'S2', version: 1, isNew: true }],
      failed: [
        { sn: 'S1', code: ErrorCode.invalidInput, message: expect.any(String), details: [{ path: '', message: '不符合配置模式' }] },
        { sn: 'S9', code: ErrorCode.notFound, message: expect.any(String), details: [] },
      ],
    });
    expect((await read('S2')).desired).toMatchObject({ state: { night: true }, note: 'all' });
  });

  test('makes no version where nothing changes, and sends nothing', async () => {
    await call(device.create, { params: { appKey }, body: { sn: 'S2' } });
    await patch(0, { depth: { fps: 5, autoExposure: true }, ...wifi });
    sent.splice(0);

    const again = { depth: { autoExposure: true, fps: 5, roi: null }, ...wifi };
    expect((await many({ sns: ['S1', 'S2'], patch: again, note: 'again' })).data.changed).toEqual([
      { sn: 'S1', version: 1, isNew: false },
      { sn: 'S2', version: 1, isNew: true },
    ]);
    expect(sent.map(({ topic }) => topic)).toEqual([downTopic(appKey, 'S2', 'config/desired')]);
    expect((await patch(1, {})).headers.etag).toBe('"1"');
    expect((await revisions()).map(({ version, note }) => ({ version, note }))).toEqual([{ version: 1, note: '' }]);
    expect((await patch(1, { network: { wifi: { password: 'another-one' } } })).headers.etag).toBe('"2"');
    expect((await rollback(2)).headers.etag).toBe('"3"');
  });

  test('goes by a filter, and not to more than 1000', async () => {
    await call(device.createMany, {
      params: { appKey },
      body: { devices: Array.from({ length: 1000 }, (_, n) => ({ sn: `T${n}`, tags: [n < 3 ? 'pen' : 'yard'] })) },
    });

    expect((await many({ filter: { tag: 'pen' }, patch: { n: 1 } })).data.changed.map(({ sn }) => sn).sort()).toEqual(['T0', 'T1', 'T2']);
    const { status, failure } = await many({ filter: {}, patch: { n: 1 } });
    expect({ status, message: failure.message }).toEqual({ status: 400, message: '一次最多选择 1000 台设备' });
    expect((await read()).desired.version).toBe(0);
  });

  test.each<[string, object]>([
    ['without a selection', { patch: {} }],
    ['with two', { sns: [], filter: {}, patch: {} }],
    ['of more than 1000', { sns: Array(1001).fill('S1'), patch: {} }],
    ['without a patch', { sns: ['S1'] }],
    ['with a patch that is none', { sns: ['S1'], patch: [1] }],
    ['with a patch no device may have', { sns: ['S1'], patch: { 'a-b': 1 } }],
  ])('%s is refused', async (_, body) => {
    expect((await many(body)).status).toBe(400);
  });

  test('is asked after for all of them at once', async () => {
    for (const sn of ['S2', 'S3', 'S4']) await call(device.create, { params: { appKey }, body: { sn } });
    await many({ sns: ['S1', 'S2', 'S3'], patch: { ...wifi, depth: { fps: 5 } } });
    await connects();
    await reports(1, { network: { wifi: { ssid: 'barn' } }, depth: { fps: 5 } });
    const errors = [{ path: 'fps', code: 'unsupported', message: 'too fast' }];
    await says('config/reported', { version: 1, state: {}, result: 'rejected', errors }, 'S2');
    const other = (
      await (await stage.signIn('wu@example.com')).call(contract.application.create, { body: { name: '别处', categoryId: 1 } })
    ).data;

    const { data } = await call(config.readSync, { params: { appKey }, body: { sns: ['S3', 'S1', 'S2', 'S4', 'S9', 'S1'] } });
    expect(data.list).toEqual([
      { sn: 'S3', state: 'inactive', version: 1, sync: 'offline', reported: null, unread: false },
      { sn: 'S1', state: 'online', version: 1, sync: 'in-sync', reported: { version: 1, result: 'ok', errors: [] }, unread: false },
      { sn: 'S2', state: 'inactive', version: 1, sync: 'rejected', reported: { version: 1, result: 'rejected', errors }, unread: false },
      { sn: 'S4', state: 'inactive', version: 0, sync: 'in-sync', reported: null, unread: false },
    ]);
    expect((await call(config.readSync, { params: { appKey }, body: { sns: ['S9'] } })).data.list).toEqual([]);
    expect((await call(config.readSync, { params: { appKey }, body: { sns: Array(101).fill('S1') } })).status).toBe(400);
    expect((await call(config.readSync, { params: { appKey: other.appKey }, body: { sns: ['S1'] } })).status).toBe(404);
  });

  test('tells of an answer that could not be read, until there is one that can, or something else is wanted', async () => {
    const isUnread = async () => (await call(config.readSync, { params: { appKey }, body: { sns: ['S1'] } })).data.list[0]?.unread;
    const answersBadly = async () => {
      await says('config/reported', { version: 1, result: '好', state: [] });
      await stage.platform.settle();
    };
    await connects();
    await many({ sns: ['S1'], patch: { depth: { fps: 5 } } });
    await says('telemetry', []);
    expect(await isUnread()).toBe(false);
    await answersBadly();
    expect(await isUnread()).toBe(true);
    const { deviceId, sn } = await stage.platform.db.selectFrom('deviceEvent').select(['deviceId', 'sn']).executeTakeFirstOrThrow();
    const telemetry = { applicationId, deviceId, sn, type: 'device.telemetry' as const, at: stage.platform.now() };
    await insertEvents(stage.platform.db, Array(600).fill(telemetry));
    expect(await isUnread()).toBe(true);

    stage.pass(1000);
    await many({ sns: ['S1'], patch: { depth: { fps: 6 } } });
    expect(await isUnread()).toBe(false);
    await answersBadly();
    stage.pass(1000);
    await reports(1, { depth: { fps: 5 } });
    expect(await isUnread()).toBe(false);
  });

  test('for no device at all does nothing', async () => {
    expect((await many({ sns: [], patch: { n: 1 } })).data).toEqual({ changed: [], failed: [] });
    expect((await many({ filter: { tag: 'nobody' }, patch: { n: 1 } })).data).toEqual({ changed: [], failed: [] });
  });
});
