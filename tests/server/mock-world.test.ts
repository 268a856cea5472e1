import { fillLargeWorld } from '../../mock/large-world';
import { callerOf } from '../../mock/platform';
import { createApp } from '../../server/app';
import { inMemory } from '../../server/config';
import type { Database } from '../../server/db/database';
import { openPlatform } from '../../server/platform';

jest.setTimeout(240_000);

test('the world of the mock is the same whenever it is made', async () => {
  const first = await worldMade();

  expect(first.devices).toHaveLength(500);
  expect(new Set(first.devices.map(({ state }) => state))).toEqual(new Set(['online', 'offline', 'inactive', 'disabled']));
  expect(new Set(first.upgrades.map(({ state }) => state))).toEqual(new Set(['running', 'paused', 'finished', 'cancelled']));
  expect(new Set(first.records.map(({ status }) => status))).toEqual(new Set(['pending', 'delivered', 'failed', 'paused']));
  expect(first.offlineOtherwise).toEqual([]);
  expect(first.doneOtherwise).toEqual([]);
  expect(first.upgradedBeside).toEqual([]);
  expect(await worldMade()).toEqual(first);
});

async function worldMade() {
  const platform = await openPlatform(inMemory({ mqttPort: 0, recordDays: 400, eventDays: 400 }));
  const app = await createApp(platform);
  const { devices } = await fillLargeWorld(callerOf(app), platform);
  const seen = await seenIn(platform.db);
  await devices.stop();
  await app.close();
  await platform.close();
  return seen;
}

/** The visible data, without times, which are relative to now. */
async function seenIn(db: Database) {
  const records = await db
    .selectFrom('callbackRecord')
    .select(['applicationId', 'type', 'sn', 'status', 'attempts', 'error'])
    .orderBy('id')
    .execute();
  return {
    projects: await db.selectFrom('application').select(['id', 'appKey', 'name', 'status']).orderBy('id').execute(),
    devices: await db
      .selectFrom('device')
      .select(['id', 'sn', 'name', 'tags', 'state', 'packetName', 'packetVersion', 'address'])
      .orderBy('id')
      .execute(),
    /** Devices in an upgrade for a tag that they do not have. */
    upgradedBeside: await db
      .selectFrom('upgradeDevice')
      .innerJoin('upgrade', 'upgrade.id', 'upgradeId')
      .innerJoin('device', 'device.id', 'deviceId')
      .select(['upgradeDevice.sn', 'device.tags', 'target'])
      .where('target', 'like', '{"tag":%')
      .execute()
      .then((rows) => rows.filter(({ tags, target }) => !tags.includes(JSON.parse(target).tag))),
    /** Devices whose time of going offline differs from their events. */
    offlineOtherwise: await db
      .selectFrom('device')
      .select('sn')
      .where('state', '=', 'offline')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deviceEvent')
              .select('deviceEvent.id')
              .whereRef('deviceId', '=', 'device.id')
              .whereRef('at', '=', 'device.stateSince')
              .where('type', '=', 'device.offline'),
          ),
        ),
      )
      .execute(),
    /** Devices that are done with the newest version, but report another one. */
    doneOtherwise: await db
      .selectFrom('upgradeDevice')
      .innerJoin('upgrade', 'upgrade.id', 'upgradeDevice.upgradeId')
      .innerJoin('device', 'device.id', 'upgradeDevice.deviceId')
      .select(['device.sn', 'device.packetVersion'])
      .where('upgrade.packetVersion', '=', '1.5.0-beta.1')
      .where('outcome', '=', 'done')
      .whereRef('device.packetVersion', '<>', 'upgrade.packetVersion')
      .execute(),
    configs: await db
      .selectFrom('deviceConfig')
      .select(['deviceId', 'version', 'reportedVersion', 'state', 'note'])
      .orderBy('deviceId')
      .execute(),
    webhooks: await db
      .selectFrom('webhook')
      .select(['applicationId', 'url', 'status', 'disabledReason'])
      .where('applicationId', '<', 8)
      .execute(),
    packets: await db.selectFrom('packet').select(['name', 'version', 'sha256', 'downloads']).orderBy('id').execute(),
    upgrades: await db.selectFrom('upgrade').select(['packetVersion', 'state', 'target', 'note']).orderBy('id').execute(),
    requests: await db.selectFrom('binRequest').select(['verified', 'bytes']).orderBy('id').execute(),
    records,
  };
}
