import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openUpgrader } from '../../device-kit/upgrade';

const packet = Buffer.from('firmware');
const host = createServer((_, response) => response.end(packet));
afterEach(() => host.close());

test('a packet announced again is taken, though its cancelled upgrade still awaits an acknowledgement', async () => {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const old = { name: 'camera', version: '1.0.0' };
  const notice = (packetId: number, version: string) => ({
    packetId,
    name: 'camera',
    version,
    size: packet.length,
    sha256: createHash('sha256').update(packet).digest('hex'),
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    url: `http://127.0.0.1:${(host.address() as AddressInfo).port}/`,
  });
  const stages: string[] = [];
  let heard = () => {};
  const hears = (count: number) =>
    new Promise<void>((resolve) => {
      heard = () => stages.length >= count && resolve();
      heard();
    });
  const upgrader = openUpgrader({
    running: () => old,
    bear: () => stages.push('born'),
    // Never acknowledged.
    report: ({ stage }) => {
      stages.push(stage);
      heard();
      return new Promise(() => {});
    },
    reboot: async () => {},
  });

  upgrader.noticed(notice(2, '2.0.0'));
  await hears(1);
  upgrader.noticed(notice(1, '1.0.0'));
  upgrader.noticed(notice(2, '2.0.0'));
  await hears(3);
  expect(stages).toEqual(['downloading', 'born', 'downloading']);
  upgrader.stop();
});
