import { contract } from '../../contract';
import { appKey, call, connects, patch, read, reports, says, setConfigStage, stage, story } from '../support/config-stage';

const { device } = contract;

setConfigStage();

describe('what a device reports', () => {
  beforeEach(() => patch(0, { depth: { fps: 10 }, mounting: { tiltDeg: 0.1 } }));

  test('is shown beside what is wanted', async () => {
    expect(await read()).toMatchObject({ sync: 'offline', reported: null });
    await connects();
    expect((await read()).sync).toBe('waiting');

    await reports(1, { depth: { fps: 10, laserPower: 60 }, mounting: { tiltDeg: Math.fround(0.1) } });

    expect(await read()).toMatchObject({
      sync: 'in-sync',
      differences: [],
      reported: { version: 1, result: 'ok', errors: [], state: { depth: { fps: 10, laserPower: 60 } }, at: expect.any(String) },
    });
    await patch(1, { depth: { fps: 12 } });
    expect(await read()).toMatchObject({ sync: 'waiting', differences: ['depth.fps'] });
  });

  test('is not taken for in sync when it is something else', async () => {
    await connects();
    await reports(1, { depth: { fps: 9 } });

    expect(await read()).toMatchObject({ sync: 'waiting', differences: ['depth.fps', 'mounting.tiltDeg'] });
  });

  test.each(['partial', 'rejected'])('may be that it was %s, and why', async (result) => {
    const errors = [{ path: 'depth.fps', code: 'unsupported', message: 'at most 5' }];
    await reports(1, { depth: { fps: 5 } }, result, errors);

    expect(await read()).toMatchObject({ sync: 'rejected', reported: { result, errors }, differences: ['depth.fps', 'mounting.tiltDeg'] });
    expect(await story()).toMatchObject([
      { type: result === 'partial' ? 'device.config.applied' : 'device.config.rejected', data: { version: 1, result, errors } },
    ]);
    await patch(1, { depth: { fps: 5 } });
    expect((await read()).sync).toBe('offline');
  });

  test('of an older version comes too late', async () => {
    await patch(1, { depth: { fps: 12 } });
    await reports(2, { depth: { fps: 12 } });
    await reports(1, { depth: { fps: 10 } });

    expect((await read()).reported).toMatchObject({ version: 2, state: { depth: { fps: 12 } } });
  });

  test('of a version nobody wanted does not stand in the way of later ones', async () => {
    await reports(700, { depth: { fps: 3 } });
    expect(await read()).toMatchObject({ sync: 'offline', reported: { version: 700 } });

    await reports(1, { depth: { fps: 10 }, mounting: { tiltDeg: 0.1 } });

    expect(await read()).toMatchObject({ sync: 'in-sync', reported: { version: 1 } });
  });

  test('may come before anything is wanted', async () => {
    await call(device.create, { params: { appKey }, body: { sn: 'S2' } });
    await says('config/reported', { version: 0, state: { depth: { fps: 30 } }, result: 'ok' }, 'S2');

    expect(await read('S2')).toMatchObject({
      sync: 'in-sync',
      desired: { version: 0 },
      reported: { version: 0, state: { depth: { fps: 30 } } },
    });
    expect((await patch(0, { depth: { fps: 10 } }, { sn: 'S2' })).data.reported).toMatchObject({ version: 0 });
  });

  test('is cut where it says too much', async () => {
    const error = { path: 'p'.repeat(1000), code: 'c'.repeat(100), message: 'm'.repeat(900) };
    await reports(
      1,
      {},
      'rejected',
      Array(60)
        .fill(error)
        .map((one, n) => (n < 25 ? one : { ...one, message: 'm', path: 'p' })),
    );

    const { errors = [] } = (await read()).reported ?? {};
    expect(errors).toHaveLength(50);
    expect(errors[0]).toEqual({ path: 'p'.repeat(256), code: 'c'.repeat(64), message: 'm'.repeat(500) });
  });

  test('names places in whichever way libraries do', async () => {
    const paths = ['lines.0.a.x', 'lines[0].a.x', '/lines/0/a/x', '[2]', '/', ''];
    await reports(
      1,
      {},
      'rejected',
      paths.map((path) => ({ path, code: 'c', message: 'm' })),
    );

    const { errors = [] } = (await read()).reported ?? {};
    expect(errors.map(({ path }) => path)).toEqual(['lines.0.a.x', 'lines.0.a.x', 'lines.0.a.x', '2', '', '']);
  });

  test.each<[string, object]>([
    ['is larger than a configuration may be', { version: 1, state: { a: 'x'.repeat(33 * 1024) }, result: 'ok' }],
    ['is deeper', { version: 1, state: { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } }, result: 'ok' }],
    ['has keys that are none', { version: 1, state: { constructor: { a: 1 } }, result: 'ok' }],
    ['has no version', { state: {}, result: 'ok' }],
    ['has a version that is none', { version: 1e12, state: {}, result: 'ok' }],
    ['has no state', { version: 1, result: 'ok' }],
    ['is a list', { version: 1, state: [], result: 'ok' }],
    ['has an unknown result', { version: 1, state: {}, result: 'fine' }],
  ])('and cannot be one, because it %s, is told of and not kept', async (_, report) => {
    await says('config/reported', report);
    await stage.platform.settle();

    expect((await read()).reported).toBeNull();
    expect(await story()).toMatchObject([{ type: 'device.invalid' }]);
  });
});
