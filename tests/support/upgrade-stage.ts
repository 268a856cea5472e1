import { contract } from '../../contract';
import type { UpgradeNotice } from '../../contract/topics';
import type { UpgradeTarget } from '../../contract/upgrade';
import { startPlatform, type TestPlatform } from './platform';

const { application, device, packet, upgrade } = contract;

export const HOUR = 3_600_000;
export const old = { name: 'camera', version: '1.0.0' };
export const newer = { name: 'camera', version: '1.1.0' };

// Created anew for each test.
export let stage: TestPlatform;
export let me: Awaited<ReturnType<TestPlatform['signIn']>>;
/** The project, which has no devices yet. */
export let params: { appKey: string };
/** The packet of the newer version. */
export let packetId: number;

/** Only setInterval is faked, because the platform's periodic work would otherwise run between two lines of a test. */
const OTHER_TIMERS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

/**
 * Starts for each test of a file a platform with an account, a project without devices, and a packet of the newer version.
 * Periodic work runs only in settle().
 */
export function setUpgradeStage() {
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: [...OTHER_TIMERS] });
    stage = await startPlatform();
    me = await stage.signIn();
    const { data } = await me.call(application.create, { body: { name: '仓储', categoryId: 1 } });
    params = { appKey: data.appKey };
    packetId = await publish(newer);
  });
  afterEach(async () => {
    jest.useRealTimers();
    await stage.close();
  });
}

/** Uploads a packet. @returns its id */
export const publish = async (body: typeof old) =>
  (await me.call(packet.upload, { body, file: new File([`content of ${body.version}`], 'camera.bin') })).data.id;

/** The serial numbers of the first `count` devices. */
export const sns = (count: number) => Array.from({ length: count }, (_, n) => `CAM-${String(n + 1).padStart(3, '0')}`);

/** @returns the serial numbers */
export async function addDevices(count: number, tags: string[] = []) {
  const devices = sns(count).map((sn) => ({ sn, tags }));
  await me.call(device.createMany, { params, body: { devices } });
  return devices.map(({ sn }) => sn);
}

/** A device connects and reports the version it runs. */
export async function online(sn: string, running = old) {
  await connected(sn);
  await say(sn, 'status', { online: true, packet: running });
}
export const connected = (sn: string, connectedAt = stage.platform.now()) =>
  stage.platform.gate.connected({ clientId: `${params.appKey}.${sn}`, connectedAt, address: '10.0.0.1' });
export const offline = (sn: string) => {
  const { gate, now } = stage.platform;
  return gate.disconnected({ clientId: `${params.appKey}.${sn}`, at: now(), reason: 'normal' });
};
/** A message from a device on one of its up/ topics. */
export const say = (sn: string, name: string, payload: object) =>
  stage.platform.gate.received({ topic: `v1/${params.appKey}/${sn}/up/${name}`, payload: Buffer.from(JSON.stringify(payload)) });
/** A device reports the progress of its upgrade to the newer version. */
export const progress = (sn: string, stageName: string, more: object = {}) =>
  say(sn, 'upgrade/progress', { packetId, stage: stageName, ...more });

/** Connects devices one after another, as in `online`. */
export async function allOnline(all: string[], running = old) {
  for (const sn of all) await online(sn, running);
}

/** Creates an upgrade, by default to the newer version, and notifies the first devices. @returns its id */
export async function begin(target: UpgradeTarget, more: { pauseThresholdPercent?: number; packetId?: number } = {}) {
  const { data } = await me.call(upgrade.create, { params, body: { packetId, target, ...more } });
  await settle();
  return data.id;
}
/** Advances the clock by two seconds, running the upgrades' periodic work in each, so that due devices are notified. */
export async function settle() {
  for (let second = 0; second < 2; second++) {
    stage.pass(1000);
    await stage.platform.upgrades.settle();
  }
}
export const read = async (id: number) => (await me.call(upgrade.read, { params: { ...params, id } })).data;
export const devicesOf = async (id: number) =>
  (await me.call(upgrade.devices, { params: { ...params, id }, query: { pageSize: 100 } })).data.list;
/** Each device's outcome, by serial number. */
export const outcomesOf = async (id: number) => Object.fromEntries((await devicesOf(id)).map(({ sn, outcome }) => [sn, outcome]));

/** Collects the upgrade notices from now on. */
export function toldBy({ platform }: TestPlatform) {
  const notices: [sn: string, version: string][] = [];
  platform.broker.publish = async (topic, payload) => void notices.push([topic.split('/')[2] ?? '', (payload as UpgradeNotice).version]);
  return notices;
}
