import { contract } from '../../contract';
import { instances } from '../support/instances';

const { application, device, packet, upgrade } = contract;

const DEVICES = 150;
const { all, first } = instances();

test('instances that work at the same upgrade take each device once, and tell it once', async () => {
  const me = await first().signIn();
  const { data: project } = await me.call(application.create, { body: { name: '仓储', categoryId: 1 } });
  const params = { appKey: project.appKey };
  const devices = Array.from({ length: DEVICES }, (_, n) => ({ sn: `CAM-${n}` }));
  await me.call(device.createMany, { params, body: { devices } });
  const { gate, now } = first().platform;
  await Promise.all(
    devices.map(({ sn }) => gate.connected({ clientId: `${params.appKey}.${sn}`, connectedAt: now(), address: '10.0.0.1' })),
  );
  const { data: published } = await me.call(packet.upload, {
    body: { name: 'camera', version: '1.1.0' },
    file: new File(['content'], 'camera.bin'),
  });

  const { data: made } = await me.call(upgrade.create, { params, body: { packetId: published.id, target: { filter: {} } } });
  for (let second = 0; second < 4; second++) {
    for (const { pass } of all()) pass(1000);
    await Promise.all(all().map(({ platform }) => platform.upgrades.settle()));
  }

  const { data } = await me.call(upgrade.read, { params: { ...params, id: made.id } });
  expect(data.counts).toMatchObject({ all: DEVICES, notified: DEVICES, waiting: 0 });
  const rows = await first().platform.db.selectFrom('upgradeDevice').select(['deviceId', 'tries']).execute();
  expect(rows).toHaveLength(DEVICES);
  expect(rows.every(({ tries }) => tries === 1)).toBe(true);
});
