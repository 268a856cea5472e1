import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openUpgrader } from '../../device-kit/upgrade';

const packet = Buffer.from('firmware');
let host: Server;
/** When the host was asked. */
let asked: number[];
let heardAsking = () => {};

beforeEach(async () => {
  asked = [];
  host = createServer((_, response) => {
    asked.push(performance.now());
    heardAsking();
    response.end(packet);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
});
afterEach(() => host.close());

const noticeOf = (packetId: number, version: string, size = packet.length) => ({
  packetId,
  name: 'camera',
  version,
  size,
  sha256: createHash('sha256').update(packet).digest('hex'),
  url: `http://127.0.0.1:${(host.address() as AddressInfo).port}/`,
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
});

/** A device with version 1.0.0 whose reports are never acknowledged, and what it has said. */
function upgrading() {
  const said: string[] = [];
  let heard = () => {};
  const says = (what: string) => {
    said.push(what);
    heard();
  };
  const upgrader = openUpgrader({
    running: () => ({ name: 'camera', version: '1.0.0' }),
    bear: () => says('born'),
    report: ({ stage }) => {
      says(stage);
      return new Promise(() => {});
    },
    reboot: async () => {},
  });
  const hasSaid = (count: number) =>
    new Promise<void>((resolve) => {
      heard = () => said.length >= count && resolve();
      heard();
    });
  return { ...upgrader, said, hasSaid };
}

test('a packet announced again is taken, though its cancelled upgrade still awaits an acknowledgement', async () => {
  const device = upgrading();
  device.noticed(noticeOf(2, '2.0.0'));
  // Its progress, and that it has all.
  await device.hasSaid(2);
  device.noticed(noticeOf(1, '1.0.0'));
  device.noticed(noticeOf(2, '2.0.0'));
  await device.hasSaid(5);
  device.stop();
  expect(device.said).toEqual(['downloading', 'downloading', 'born', 'downloading', 'downloading']);
});

test('a download that ends too early is tried again after a pause', async () => {
  const device = upgrading();
  device.noticed(noticeOf(2, '2.0.0', packet.length + 1));
  await new Promise<void>((resolve) => {
    heardAsking = () => asked.length === 2 && resolve();
  });
  device.stop();
  const [first = 0, second = 0] = asked;
  // A slow machine only makes it longer.
  expect(second - first).toBeGreaterThan(400);
});
