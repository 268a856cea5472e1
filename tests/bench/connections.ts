import { type Stage, stageBareBroker, stageClients, stagePlatform } from './mqtt-support';
import type { Row } from './row';

const DEVICES = 10_000;
const SETTLE_MS = 5000;

/** The memory and CPU time of ten thousand idle connections, and how fast they reconnect after a power cut. */
export default async function connections(): Promise<Row[]> {
  const platform = await stagePlatform(DEVICES);
  const bare = await stageBareBroker(platform.devices);
  const before = await measure(bare);
  const own = await measure(platform);
  await Promise.all([platform.close(), bare.close()]);
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return [
    {
      what: `memory of ${DEVICES.toLocaleString('en')} idle device connections, MB`,
      measured: megabytes(own.rss),
      baseline: megabytes(before.rss),
      ratio: own.rss / before.rss,
      goal: '≤ 400 MB',
      note: `the whole process; before any connection ${megabytes(own.empty)} and ${megabytes(before.empty)}`,
    },
    {
      what: 'devices connected a second',
      measured: Math.round(own.perSecond),
      baseline: Math.round(before.perSecond),
      ratio: own.perSecond / before.perSecond,
      note: 'bare aedes asks nobody for a secret',
    },
  ];
}

async function measure({ port, devices, usage }: Stage) {
  const clients = stageClients();
  const { rss: empty } = await usage();
  const { connected, tookMs } = await clients.do({ do: 'connect', port, devices, atOnce: 100 });
  if (connected !== DEVICES) throw new Error(`only ${connected} of ${DEVICES} devices could connect`);
  await new Promise((passed) => setTimeout(passed, SETTLE_MS));
  const { rss } = await usage();
  clients.close();
  return { empty, rss, perSecond: (connected / tookMs) * 1000 };
}
