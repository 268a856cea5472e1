import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { downTopic } from '../../contract/topics';
import {
  appKey,
  applicationId,
  at,
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
import { eventually } from '../support/eventually';

const { config, device } = contract;

setConfigStage();

describe('what is wanted of a device', () => {
  test('is nothing at first, and that is in sync', async () => {
    expect(await read()).toMatchObject({
      schema: { title: '深度相机配置' },
      desired: { version: 0, state: {}, secrets: [], updatedAt: null, updatedBy: null, note: '' },
      reported: null,
      sync: 'in-sync',
      differences: [],
    });
  });

  test('changes by merge patches, each adding 1 to the version, with who, when and why', async () => {
    const first = await patch(0, { telemetry: { intervalS: 30 }, depth: { fps: 10 } }, { note: '夜间' });
    const second = await patch(1, { telemetry: null, depth: { fps: 15, autoExposure: false } });

    expect({ status: first.status, etag: first.headers.etag }).toEqual({ status: 200, etag: '"1"' });
    expect(first.data.desired).toMatchObject({ version: 1, updatedBy: 'li', note: '夜间' });
    expect(second.data.desired).toMatchObject({ version: 2, state: { depth: { fps: 15, autoExposure: false } }, note: '' });
    expect(await read()).toEqual(second.data);
    expect((await revisions()).map(({ version, state, note }) => ({ version, state, note }))).toEqual([
      { version: 2, state: { depth: { fps: 15, autoExposure: false } }, note: '' },
      { version: 1, state: { telemetry: { intervalS: 30 }, depth: { fps: 10 } }, note: '夜间' },
    ]);
  });

  test('is changed by the developer’s server, too, which is nobody by name', async () => {
    const { data } = await call(contract.application.rotateSecret, { params: { id: applicationId }, body: {} });
    const authorization = `Basic ${Buffer.from(`${appKey}:${data.appSecret}`).toString('base64')}`;
    const answer = await stage.app.inject({
      method: 'PATCH',
      url: `/v1/platform/${appKey}/device/S1/config`,
      headers: { authorization, 'if-match': '0', 'content-type': 'application/merge-patch+json' },
      payload: '{"log":{"level":"debug"}}',
    });

    expect(answer.json().data.desired).toMatchObject({ version: 1, state: { log: { level: 'debug' } }, updatedBy: null });
  });

  test('is told as the whole state, once it is stored', async () => {
    await patch(0, { depth: { fps: 10 } });
    await patch(1, { log: { level: 'warn' } });

    expect(sent).toEqual([
      { topic: downTopic(appKey, 'S1', 'config/desired'), payload: { version: 1, state: { depth: { fps: 10 } } } },
      { topic: downTopic(appKey, 'S1', 'config/desired'), payload: { version: 2, state: { depth: { fps: 10 }, log: { level: 'warn' } } } },
    ]);
  });

  test('is stored although the broker is away', async () => {
    stage.platform.broker.publish = async () => {
      throw new Error('away');
    };

    expect((await patch(0, { depth: { fps: 10 } })).status).toBe(200);
  });

  test('is answered to a device that asks, only if it is newer', async () => {
    await patch(0, { depth: { fps: 10 } });
    sent.splice(0);

    await says('config/get', { version: 1 });
    expect(sent).toEqual([]);
    await says('config/get', {});
    expect(sent).toMatchObject([{ payload: { version: 1 } }]);
  });

  test('goes on from the version of a device that has a higher one, as after it was deleted and added again', async () => {
    await patch(0, { depth: { fps: 10 } }, { note: '安装' });
    await says('config/get', { version: 7 });
    await reports(8, { depth: { fps: 10 } });

    expect(sent.at(-1)?.payload).toEqual({ version: 8, state: { depth: { fps: 10 } } });
    expect(await read()).toMatchObject({ desired: { version: 8, updatedBy: 'li', note: '安装' }, sync: 'in-sync' });
    expect((await revisions()).map(({ version }) => version)).toEqual([8]);
    expect((await patch(8, { depth: { fps: 12 } })).data.desired.version).toBe(9);
    await says('config/get', { version: 9 });
    expect(sent).toHaveLength(3);
  });

  test('begins above the version of a device that had one before it was ever configured here', async () => {
    await says('config/get', { version: 7 });
    expect(await read()).toMatchObject({ desired: { version: 0 }, reported: null, sync: 'in-sync' });

    expect((await patch(0, { depth: { fps: 10 } })).data).toMatchObject({ desired: { version: 8 } });
    expect(sent.map(({ payload }) => payload.version)).toEqual([8]);
  });

  test('does not follow a device to where no numbers are left', async () => {
    await patch(0, { depth: { fps: 10 } });
    await says('config/get', { version: 2 ** 31 - 1 });
    expect((await patch(1, { depth: { fps: 12 } })).data.desired.version).toBe(2);
  });

  test('is sent to a device that has connected and neither asked nor reported', async () => {
    await patch(0, { depth: { fps: 10 } });
    sent.splice(0);
    await connects();
    await stage.platform.settle();
    expect(sent).toMatchObject([{ payload: { version: 1, state: { depth: { fps: 10 } } } }]);

    await reports(1, { depth: { fps: 10 } });
    sent.splice(0);
    await connects();
    await stage.platform.settle();
    expect(sent).toEqual([]);
  });

  test('is sent though that of a device beside it cannot be read', async () => {
    await call(device.create, { params: { appKey }, body: { sn: 'S2' } });
    await patch(0, wifi);
    await patch(0, { depth: { fps: 10 } }, { sn: 'S2' });
    await stage.platform.db.updateTable('deviceConfig').set({ secrets: 'sealed elsewhere' }).where('secrets', '!=', '').execute();
    sent.splice(0);
    await connects('S1');
    await connects('S2');
    await stage.platform.settle();
    expect(sent).toMatchObject([{ topic: downTopic(appKey, 'S2', 'config/desired'), payload: { version: 1 } }]);
  });

  test('keeps its newest 50 versions', async () => {
    for (let version = 0; version < 53; version++) await patch(version, { n: version });

    const versions = (await revisions()).map(({ version }) => version);
    expect(versions).toHaveLength(50);
    expect([versions[0], versions.at(-1)]).toEqual([53, 4]);
    expect((await rollback(3)).failure.code).toBe(ErrorCode.notFound);
  });

  test('goes with its device and with its project', async () => {
    await patch(0, wifi);
    await reports(1, {});
    await call(config.changeSchema, { params: { appKey }, body: { schema: { type: 'object' } } });
    await call(device.remove, at());
    await call(device.create, { params: { appKey }, body: { sn: 'S1' } });
    expect(await read()).toMatchObject({ desired: { version: 0 }, reported: null });
    expect(await revisions()).toEqual([]);

    await patch(0, wifi);
    await call(contract.application.remove, { params: { id: applicationId } });
    const { db } = stage.platform;
    for (const table of ['deviceConfig', 'deviceConfigRevision', 'configSchema'] as const)
      await eventually(
        () => db.selectFrom(table).selectAll().execute(),
        ({ length }) => length === 0,
      );
  });
});

describe('If-Match', () => {
  test('is asked for', async () => {
    const { status, failure } = await patch(undefined, { a: 1 });

    expect({ status, code: failure.code }).toEqual({ status: 428, code: ErrorCode.versionRequired });
  });

  test.each(['*', '""', 'W/"0"', '"0", "1"', '1e3', '-1'])('that says %s is refused', async (tag) => {
    const { status, failure } = await call(config.change, { ...at(), headers: { 'if-match': tag }, query: {}, body: {} });

    expect({ status, path: failure.details?.[0]?.path }).toEqual({ status: 400, path: 'headers.if-match' });
  });

  test('of another version is refused with what there is now', async () => {
    await patch(0, { depth: { fps: 10 } }, { note: 'first' });

    for (const stale of [0, 2, 999_999_999_999_999]) {
      const { status, failure } = await patch(stale, { depth: { fps: 20 } });
      expect({ status, code: failure.code }).toEqual({ status: 412, code: ErrorCode.versionConflict });
      expect(failure.data).toEqual(await read());
    }
  });

  test('lets one of many through who save at once', async () => {
    await patch(0, { n: 0 });

    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => patch(1, { n: n + 1 })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    expect((await read()).desired).toMatchObject({ version: 2, state: { n: answers.findIndex(({ status }) => status === 200) + 1 } });
  });

  test('lets one of two through who configure a device for the first time', async () => {
    const answers = await Promise.all([patch(0, { n: 1 }), patch(0, { n: 2 })]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

describe('an earlier version', () => {
  test('comes back as a new one', async () => {
    await patch(0, { depth: { fps: 10 } });
    await patch(1, { depth: { fps: 20 } });

    const { status, data } = await rollback(1, { note: '回退' });

    expect(status).toBe(200);
    expect(data.desired).toMatchObject({ version: 3, state: { depth: { fps: 10 } }, note: '回退' });
    expect(sent.at(-1)?.payload).toEqual({ version: 3, state: { depth: { fps: 10 } } });
    expect((await revisions())[0]).toMatchObject({ version: 3, restored: 1 });
  });

  test('does not come back over a version that who asks for it has not seen', async () => {
    for (const [version, fps] of [10, 20, 30].entries()) await patch(version, { depth: { fps } });

    const { status, failure } = await rollback(1, { basedOn: 2 });

    expect({ status, code: failure.code }).toEqual({ status: 412, code: ErrorCode.versionConflict });
    expect(failure.data).toEqual(await read());
    expect((await read()).desired).toMatchObject({ version: 3, state: { depth: { fps: 30 } } });
    expect((await rollback(1, { basedOn: 3 })).data.desired).toMatchObject({ version: 4, state: { depth: { fps: 10 } } });
  });

  test('that there never was, or that the schema of today refuses, does not', async () => {
    await patch(0, { depth: { fps: 10 } });
    await call(config.changeSchema, {
      params: { appKey },
      body: { schema: { type: 'object', properties: { depth: { properties: { fps: { maximum: 5 } } } } } },
    });

    expect((await rollback(2)).failure.code).toBe(ErrorCode.notFound);
    expect((await rollback(2 ** 40)).status).toBe(400);
    expect((await rollback(1)).failure.details).toEqual([{ path: 'depth.fps', message: '不能大于 5' }]);
    expect((await read()).desired.version).toBe(1);
  });
});
