import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '../../contract';
import { ownDatabase } from '../support/database';
import { startPlatform, type TestPlatform } from '../support/platform';

const { application, device, packet, upgrade } = contract;

// Several share a PostgreSQL; on SQLite there can be only one, of which the same has to be true.
const INSTANCES = process.env.TEST_DATABASE_URL ? 3 : 1;
const DEVICES = 150;

let database: Awaited<ReturnType<typeof ownDatabase>>;
let dataDir: string;
let instances: TestPlatform[];

beforeEach(async () => {
  database = await ownDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'iot-base-instances-'));
  instances = [];
  for (let n = 0; n < INSTANCES; n++) instances.push(await startPlatform({ dataDir, database: database?.url ?? ':memory:' }));
});
afterEach(async () => {
  for (const one of instances) await one.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true });
});

test('instances that work at the same upgrade take each device once, and tell it once', async () => {
  const [first] = instances as [TestPlatform];
  const me = await first.signIn();
  const { data: project } = await me.call(application.create, { body: { name: '仓储', categoryId: 1 } });
  const params = { appKey: project.appKey };
  const devices = Array.from({ length: DEVICES }, (_, n) => ({ sn: `CAM-${n}` }));
  await me.call(device.createMany, { params, body: { devices } });
  const { gate, now } = first.platform;
  await Promise.all(
    devices.map(({ sn }) => gate.connected({ clientId: `${params.appKey}.${sn}`, connectedAt: now(), address: '10.0.0.1' })),
  );
  const { data: published } = await me.call(packet.upload, {
    body: { name: 'camera', version: '1.1.0' },
    file: new File(['content'], 'camera.bin'),
  });

  const { data: made } = await me.call(upgrade.create, { params, body: { packetId: published.id, target: { filter: {} } } });
  for (let second = 0; second < 4; second++) {
    for (const { pass } of instances) pass(1000);
    await Promise.all(instances.map(({ platform }) => platform.upgrades.settle()));
  }

  const { data } = await me.call(upgrade.read, { params: { ...params, id: made.id } });
  expect(data.counts).toMatchObject({ all: DEVICES, notified: DEVICES, waiting: 0 });
  const rows = await first.platform.db.selectFrom('upgradeDevice').select(['deviceId', 'tries']).execute();
  expect(rows).toHaveLength(DEVICES);
  expect(rows.every(({ tries }) => tries === 1)).toBe(true);
});
