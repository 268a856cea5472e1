import { contract } from '../../contract';
import { type DeviceOptions, startDevice, type VirtualDevice } from '../../device-kit/device';
import { eventually } from '../support/eventually';
import { bundlePlatform, endProcesses, freeSettings, type Running, startProcess } from '../support/process';

const { account, application, device, upgrade } = contract;
const person = { email: 'owner@example.com', password: 'blue-contour-42' };

jest.setTimeout(120_000);

let platform: Running;
let settings: Record<string, string>;
let remove: () => void;
let token: string;
let params: { appKey: string };
let secrets: Map<string, string>;
const kits: VirtualDevice[] = [];

beforeAll(() => bundlePlatform());
beforeEach(async () => {
  ({ settings, remove } = await freeSettings());
  platform = await startProcess(settings);
  await platform.call(account.register, { body: person });
  ({ token } = (await platform.call(account.login, { body: person })).data);
  const { data } = await platform.call(application.create, { body: { name: '仓储', categoryId: 1 } }, token);
  params = { appKey: data.appKey };
});
afterEach(async () => {
  for (const kit of kits.splice(0)) kit.vanish();
  platform.signal('SIGTERM');
  await platform.ended;
  await endProcesses();
  remove();
});

async function addDevices(count: number): Promise<string[]> {
  const devices = Array.from({ length: count }, (_, n) => ({ sn: `CAM-${n + 1}` }));
  const { data } = await platform.call(device.createMany, { params, body: { devices } }, token);
  secrets = new Map(data.created.map(({ sn, secret }) => [sn, secret]));
  return data.created.map(({ sn }) => sn);
}

function start(sn: string, options: DeviceOptions['upgrade'] = {}) {
  const url = `mqtt://127.0.0.1:${settings.MQTT_PORT}`;
  const kit = startDevice({
    url,
    ...params,
    sn,
    secret: secrets.get(sn) ?? '',
    telemetryEveryMs: 0,
    upgrade: { installMs: 100, ...options },
  });
  kits.push(kit);
  return kit;
}

/** Uploads a packet of `bytes` bytes as a plain HTTP client. */
async function publish(version: string, bytes: number): Promise<number> {
  const form = new FormData();
  form.append('name', 'virtual-camera');
  form.append('version', version);
  form.append('file', new Blob([Buffer.alloc(bytes, version)]), 'camera.bin');
  const reply = await fetch(`${platform.url}/v1/platform/packet`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { data } = (await reply.json()) as { data: { id: number } };
  return data.id;
}

const begin = async (body: object) =>
  (await platform.call(upgrade.create, { params, body: { target: { filter: {} }, ...body } as never }, token)).data.id;
const read = async (id: number) => (await platform.call(upgrade.read, { params: { ...params, id } }, token)).data;
const until = (id: number, fits: (one: Awaited<ReturnType<typeof read>>) => unknown) => eventually(() => read(id), fits, 90_000);
const onlineCount = async () => (await platform.call(device.list, { params, query: {} }, token)).data.counts.online;

test('ten devices: two fail and are retried, one gets it when it connects', async () => {
  const all = await addDevices(10);
  const fails = new Set(all.slice(0, 2));
  for (const sn of all.slice(0, 9)) start(sn, { fails: () => fails.delete(sn) });
  await eventually(onlineCount, (count) => count === 9);
  const id = await begin({ packetId: await publish('2.0.0', 3_000_000) });

  const { counts } = await until(id, (one) => one.counts.done === 7 && one.counts.failed === 2);
  expect(counts.waiting).toBe(1);
  const { data: failed } = await platform.call(upgrade.devices, { params: { ...params, id }, query: { outcome: 'failed' } }, token);
  expect(failed.list.map(({ sn }) => sn).sort()).toEqual(all.slice(0, 2).sort());
  expect(failed.list[0]?.error).not.toBe('');

  await platform.call(upgrade.retry, { params: { ...params, id }, body: {} }, token);
  await until(id, (one) => one.counts.done === 9);
  start(all[9] as string);
  expect(await until(id, (one) => one.state === 'finished')).toMatchObject({ counts: { done: 10, failed: 0 } });
  const { data } = await platform.call(upgrade.versions, { params }, token);
  expect(data.list).toEqual([{ packetName: 'virtual-camera', packetVersion: '2.0.0', devices: 10 }]);
});

test('a device that is told of the version it runs gives up the other one, and says so', async () => {
  const [sn = ''] = await addDevices(1);
  start(sn, { installMs: 60_000 });
  await eventually(onlineCount, (count) => count === 1);
  const away = await begin({ packetId: await publish('2.0.0', 1000) });
  await until(away, (one) => one.counts.installing === 1);

  const back = await begin({ packetId: await publish('1.0.0', 1000) });
  expect(await until(back, (one) => one.state === 'finished')).toMatchObject({ already: 0, counts: { done: 1 } });
  expect((await read(away)).counts).toMatchObject({ cancelled: 1 });
});

test('a platform that is killed in the middle goes on where it was, and so do the downloads', async () => {
  const all = await addDevices(4);
  for (const sn of all) start(sn);
  await eventually(onlineCount, (count) => count === 4);
  const id = await begin({ packetId: await publish('2.0.0', 60_000_000) });
  await until(id, (one) => one.counts.downloading > 0);

  platform.signal('SIGKILL');
  await platform.ended;
  platform = await startProcess(settings);

  expect(await until(id, (one) => one.state === 'finished')).toMatchObject({ counts: { done: 4, failed: 0 } });
});
