import { parseArgs } from 'node:util';
import { startDevice, type VirtualDevice } from './device';

const USAGE = `Virtual devices, as many as wanted.

  One that exists:   npm run device -- --app-key KEY --sn SN --secret SECRET
  New ones:          npm run device -- --app-key KEY --app-secret SECRET --count 20

  --url       broker, mqtt:// or ws://          (mqtt://127.0.0.1:1883)
  --api       platform                          (http://127.0.0.1:8000)
  --prefix    of new devices' serial numbers    (virtual)
  --interval  seconds between telemetry         (5)
  --quiet     only connections, not messages
`;

interface Identity {
  sn: string;
  secret: string;
}

main().catch((error: Error) => {
  process.stderr.write(`device: ${error.message}\n`);
  process.exit(1);
});

async function main() {
  const { values } = parseArgs({
    options: {
      'app-key': { type: 'string' },
      'app-secret': { type: 'string' },
      sn: { type: 'string' },
      secret: { type: 'string' },
      count: { type: 'string', default: '1' },
      prefix: { type: 'string', default: 'virtual' },
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      api: { type: 'string', default: 'http://127.0.0.1:8000' },
      interval: { type: 'string', default: '5' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { 'app-key': appKey, 'app-secret': appSecret, sn, secret, prefix, api } = values;
  if (values.help || !appKey || !(secret ? sn : appSecret)) {
    process.stdout.write(USAGE);
    process.exit(values.help ? 0 : 1);
  }

  const count = numberOf(values.count, 'count', 1, 10_000);
  const telemetryEveryMs = numberOf(values.interval, 'interval', 0, 86_400) * 1000;
  const identities =
    sn && secret
      ? [{ sn, secret }]
      : await create(
          api,
          appKey,
          appSecret ?? '',
          sn ? [sn] : Array.from({ length: count }, (_, n) => `${prefix}-${String(n + 1).padStart(3, '0')}`),
        );

  const devices = identities.map((identity) =>
    startDevice({
      url: values.url,
      appKey,
      ...identity,
      telemetryEveryMs,
      onSaid: ({ at, kind, topic = '', payload }) => {
        if (kind === 'published' && values.quiet) return;
        process.stdout.write(
          `${new Date(at).toISOString()} ${identity.sn} ${kind} ${topic} ${payload === undefined ? '' : JSON.stringify(payload)}\n`,
        );
      },
    }),
  );
  process.on('SIGINT', () => void stop(devices));
  process.on('SIGTERM', () => void stop(devices));
}

async function stop(devices: VirtualDevice[]) {
  await Promise.all(devices.map((device) => device.stop()));
  process.exit(0);
}

/** Adds devices to the project; one that exists already is given a new secret. */
async function create(api: string, appKey: string, appSecret: string, sns: string[]): Promise<Identity[]> {
  const authorization = `Basic ${Buffer.from(`${appKey}:${appSecret}`).toString('base64')}`;
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${api}/v1/platform/${appKey}${path}`, {
      method: 'POST',
      headers: { authorization, 'accept-language': 'en', ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const { success, message, data } = (await response.json()) as { success: boolean; message: string; data: never };
    if (!success) throw new Error(message);
    return data;
  };

  const made: Identity[] = [];
  for (let from = 0; from < sns.length; from += 1000) {
    const batch = sns.slice(from, from + 1000);
    const { created, failed } = (await post('/device/batch', { devices: batch.map((sn) => ({ sn, tags: ['virtual'] })) })) as {
      created: Identity[];
      failed: { sn: string; code: number; message: string }[];
    };
    made.push(...created);
    for (const { sn, code, message } of failed) {
      if (code !== 40902) throw new Error(`${sn}: ${message}`);
      made.push({ sn, ...((await post(`/device/${sn}/secret`)) as { secret: string }) });
    }
  }
  return made;
}

function numberOf(text: string, name: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new Error(`--${name} has to be a number from ${min} to ${max}`);
  return value;
}
