import { contract } from '../../contract';
import type { UpgradeNotice } from '../../contract/topics';
import type { UpgradeTarget } from '../../contract/upgrade';
import { startPlatform, type TestPlatform } from './platform';

const { application, device, packet, upgrade } = contract;

export const HOUR = 3_600_000;
export const old = { name: 'camera', version: '1.0.0' };
export const newer = { name: 'camera', version: '1.1.0' };

// Anew for each test.
export let stage: TestPlatform;
export let me: Awaited<ReturnType<TestPlatform['signIn']>>;
/** The project, which has no devices yet. */
export let params: { appKey: string };
/** Of the newer version. */
export let packetId: number;

/** All but setInterval: what comes by itself, once a second by the real clock, would come between two lines of a test. */
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
 * For each test of a file: a platform where somebody has a project, and the newer version to upgrade its cameras to. What is done from
 * time to time is done by settle() alone.
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

/** @returns the id of its packet */
export const publish = async (body: typeof old) =>
  (await me.call(packet.upload, { body, file: new File([`content of ${body.version}`], 'camera.bin') })).data.id;

/** The serial numbers of the first so many devices. */
export const sns = (count: number) => Array.from({ length: count }, (_, n) => `CAM-${String(n + 1).padStart(3, '0')}`);

/** @returns their serial numbers */
export async function addDevices(count: number, tags: string[] = []) {
  const devices = sns(count).map((sn) => ({ sn, tags }));
  await me.call(device.createMany, { params, body: { devices } });
  return devices.map(({ sn }) => sn);
}

/** As the broker tells it: a device that is there, and which version it runs. */
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
/** A device says something, below its up/. */
export const say = (sn: string, name: string, payload: object) =>
  stage.platform.gate.received({ topic: `v1/${params.appKey}/${sn}/up/${name}`, payload: Buffer.from(JSON.stringify(payload)) });
/** A device says how far it is with the newer version. */
export const progress = (sn: string, stageName: string, more: object = {}) =>
  say(sn, 'upgrade/progress', { packetId, stage: stageName, ...more });

/** Connected, which the gate alone is not: the broker of these tests has no sockets. */
export async function allOnline(all: string[], running = old) {
  for (const sn of all) await online(sn, running);
}

/** Begins an upgrade to the newer version, if not to another, and tells the first devices. @returns its id */
export async function begin(target: UpgradeTarget, more: { pauseThresholdPercent?: number; packetId?: number } = {}) {
  const { data } = await me.call(upgrade.create, { params, body: { packetId, target, ...more } });
  await settle();
  return data.id;
}
/** Devices are gathered, and the clock goes on, so that those of the next second are told. */
export async function settle() {
  for (let second = 0; second < 2; second++) {
    stage.pass(1000);
    await stage.platform.upgrades.settle();
  }
}
export const read = async (id: number) => (await me.call(upgrade.read, { params: { ...params, id } })).data;
export const devicesOf = async (id: number) =>
  (await me.call(upgrade.devices, { params: { ...params, id }, query: { pageSize: 100 } })).data.list;
/** What became of each device, by serial number. */
export const outcomesOf = async (id: number) => Object.fromEntries((await devicesOf(id)).map(({ sn, outcome }) => [sn, outcome]));

/** Which devices are told of which version from now on. */
export function toldBy({ platform }: TestPlatform) {
  const notices: [sn: string, version: string][] = [];
  platform.broker.publish = async (topic, payload) => void notices.push([topic.split('/')[2] ?? '', (payload as UpgradeNotice).version]);
  return notices;
}
