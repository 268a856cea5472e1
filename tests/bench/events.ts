import { metricOf } from '../support/metrics';
import { type Stage, stageBareBroker, stageClients, stagePlatform } from './mqtt-support';
import { median, type Row } from './row';

const DEVICES = 400;
const ROUNDS = 3;
const PUBLISHING = {
  do: 'publish',
  inFlight: 4,
  forMs: 4000,
  // A device that sends more within ten seconds is cut off.
  most: 480,
  payload: JSON.stringify({ ts: 1_760_000_000_000, values: { temperature: 41.2, humidity: 61.7, fps: 14.3, validPixels: 0.931 } }),
} as const;

/** How many messages at QoS 1 are acknowledged, and by the platform also stored, a second. */
export default async function events(): Promise<Row[]> {
  const database = process.env.TEST_DATABASE_URL;
  const platform = await stagePlatform(DEVICES, database ? { DATABASE_URL: database } : {});
  const bare = await stageBareBroker(platform.devices);
  const rates = { platform: [] as number[], bare: [] as number[] };
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push((await rateOf(bare)).perSecond);
    const own = await rateOf(platform);
    rates.platform.push(own.perSecond);
    acknowledged += own.acknowledged;
    // The next round shall not meet the limit of this one.
    await new Promise((passed) => setTimeout(passed, 10_000));
  }
  const stored = platform.platform ? await metricOf(platform.platform, 'device_events_stored_total', 'device.telemetry') : 0;
  const commits = platform.platform ? await metricOf(platform.platform, 'device_event_batch_size_count') : 0;
  await Promise.all([platform.close(), bare.close()]);

  const [measured, baseline] = [median(rates.platform), median(rates.bare)];
  return [
    {
      what: `MQTT QoS 1 events stored a second (${database ? 'PostgreSQL' : 'SQLite'})`,
      measured: Math.round(measured),
      baseline: Math.round(baseline),
      ratio: measured / baseline,
      goal: '≥ 0.6 ×',
      note: `bare aedes without storage, same ${DEVICES} clients; ${acknowledged} acknowledged, ${stored} stored in ${commits} commits`,
    },
  ];
}

async function rateOf({ port, devices }: Stage) {
  const clients = stageClients();
  await clients.do({ do: 'connect', port, devices, atOnce: 50 });
  const { acknowledged, tookMs } = await clients.do(PUBLISHING);
  clients.close();
  return { acknowledged, perSecond: (acknowledged / tookMs) * 1000 };
}
