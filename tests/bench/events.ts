import { metricOf } from '../support/metrics';
import { type Stage, stageBareBroker, stageClients, stagePlatform } from './mqtt-support';
import { median, type Row } from './row';

const DEVICES = 400;
const ROUNDS = 5;
const PUBLISHING = {
  do: 'publish',
  inFlight: 10,
  forMs: 4000,
  // The broker disconnects a device that sends more within ten seconds.
  most: 480,
  payload: JSON.stringify({ ts: 1_760_000_000_000, values: { temperature: 41.2, humidity: 61.7, fps: 14.3, validPixels: 0.931 } }),
} as const;

/** QoS 1 messages per second that are acknowledged, and by the platform also stored. */
export default async function events(): Promise<Row[]> {
  const database = process.env.TEST_DATABASE_URL;
  const platform = await stagePlatform(DEVICES, database ? { DATABASE_URL: database } : {});
  const bare = await stageBareBroker(platform.devices);
  const rounds = { bare: [] as Round[], own: [] as Round[] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.bare.push(await measure(bare));
    rounds.own.push(await measure(platform));
    // Waits until the rate limit of this round has passed.
    await new Promise((passed) => setTimeout(passed, 6000));
  }
  const stored = platform.platform ? await metricOf(platform.platform, 'device_events_stored_total', 'device.telemetry') : 0;
  await Promise.all([platform.close(), bare.close()]);

  const acknowledged = rounds.own.reduce((sum, round) => sum + round.acknowledged, 0);
  const rate = (of: Round[]) => median(of.map(({ perSecond }) => perSecond));
  const cpu = (of: Round[]) => Math.round(median(of.map(({ cpuMicroseconds }) => cpuMicroseconds)));
  return [
    {
      what: `MQTT QoS 1 events stored a second (${database ? 'PostgreSQL' : 'SQLite'})`,
      measured: Math.round(rate(rounds.own)),
      baseline: Math.round(rate(rounds.bare)),
      // Compares adjacent rounds, because the machine's speed changes over minutes.
      ratio: median(rounds.own.map(({ perSecond }, round) => perSecond / (rounds.bare[round]?.perSecond ?? Number.NaN))),
      goal: '≥ 0.6 ×',
      note: `bare aedes without storage, same ${DEVICES} clients; ${acknowledged} acknowledged, ${stored} stored; processor ${cpu(rounds.own)} and ${cpu(rounds.bare)} µs an event`,
    },
  ];
}

type Round = Awaited<ReturnType<typeof measure>>;

async function measure({ port, devices, usage }: Stage) {
  const clients = stageClients();
  await clients.do({ do: 'connect', port, devices, atOnce: 50 });
  const before = await usage();
  const { acknowledged, tookMs } = await clients.do(PUBLISHING);
  const after = await usage();
  clients.close();
  const cpuMicroseconds = ((after.cpuSeconds - before.cpuSeconds) / acknowledged) * 1e6;
  return { acknowledged, perSecond: (acknowledged / tookMs) * 1000, cpuMicroseconds };
}
