import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { encodings } from '../contract/depth-frame';
import { type ConfigOptions, type Kept, ruleOf } from './configuration';
import { createDevices, type Identity, mqttUrlOf } from './create';
import type { DepthOptions } from './depth';
import { type Said, startDevice, type VirtualDevice } from './device';
import { noiseModels } from './sensor';

const USAGE = `Virtual devices, as many as wanted. Ctrl-C ends them.

  One that exists:   npm run device -- --app-key KEY --sn SN --secret SECRET
  New ones:          npm run device -- --app-key KEY --app-secret SECRET --count 20

  --api       the platform                      (http://127.0.0.1:8000)
  --url       its broker, mqtt:// or ws://      (asked of the platform)
  --prefix    of new devices' serial numbers    (virtual); those that exist get a new secret
  --interval  seconds between telemetry         (5); 0: none
  --depth     a depth camera of this size and rate, like 1280x720@30, until its configuration wants others; it streams while somebody looks
  --encoding  of its frames: raw, rvl, zdelta   (whatever it is asked for); with --depth
  --noise     of its sensor: stereo, tof, none  (stereo); with --depth
  --reject-config  a value at which it refuses a whole configuration, like depth.fps>15, or network; may be given several times
  --reject-part    a value of which it keeps what it has, and takes the rest
  --state     a folder in which it keeps its configuration when it is switched off
  --upgrade-fails  the share of upgrades that fail, as in 10%  (0%)
  --quiet     only connections, not messages
`;

const options = {
  'app-key': { type: 'string' },
  'app-secret': { type: 'string' },
  sn: { type: 'string' },
  secret: { type: 'string' },
  count: { type: 'string', default: '1' },
  prefix: { type: 'string', default: 'virtual' },
  url: { type: 'string' },
  api: { type: 'string', default: 'http://127.0.0.1:8000' },
  interval: { type: 'string', default: '5' },
  depth: { type: 'string' },
  encoding: { type: 'string' },
  noise: { type: 'string' },
  'reject-config': { type: 'string', multiple: true, default: [] },
  'reject-part': { type: 'string', multiple: true, default: [] },
  state: { type: 'string' },
  'upgrade-fails': { type: 'string', default: '0%' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} satisfies ParseArgsConfig['options'];

main().catch((error: Error) => {
  process.stderr.write(`device: ${error.message.split('\n')[0]}\n`);
  process.exit(1);
});

async function main() {
  const { values } = parseArgs({ options, args: joined(process.argv.slice(2)) });
  if (values.help) return void process.stdout.write(USAGE);
  const { 'app-key': appKey, 'app-secret': appSecret, sn, secret, prefix, api, quiet } = values;
  if (!appKey) throw new Error('--app-key is missing (--help tells all options)');
  if (!appSecret && !(sn && secret)) throw new Error('either --sn and --secret, or --app-secret is needed (--help tells all options)');

  if (values.depth === undefined && (values.encoding ?? values.noise) !== undefined) throw new Error('--encoding and --noise need --depth');
  const depth = values.depth === undefined ? undefined : cameraOf(values.depth, values.encoding, values.noise);
  const count = numberOf(values.count, 'count', 1, 10_000);
  const telemetryEveryMs = numberOf(values.interval, 'interval', 0, 86_400) * 1000;
  const fails = numberOf(values['upgrade-fails'].replace(/%$/, ''), 'upgrade-fails', 0, 100) / 100;
  const rules = { rejects: values['reject-config'].map(ruleOf), leavesOut: values['reject-part'].map(ruleOf) };
  const url = values.url ?? (await mqttUrlOf(api));
  const sns = sn ? [sn] : Array.from({ length: count }, (_, n) => `${prefix}-${String(n + 1).padStart(3, '0')}`);
  const identities = sn && secret ? [{ sn, secret }] : await createDevices(api, appKey, appSecret ?? '', sns);

  const devices = identities.map((identity) =>
    startDevice({
      url,
      appKey,
      ...identity,
      telemetryEveryMs,
      upgrade: { fails },
      config: { ...rules, ...storage(values.state, appKey, identity.sn) },
      depth,
      onSaid: (said) => print(identity, said, quiet),
    }),
  );
  let isEnding = false;
  const end = () => {
    if (!isEnding) void stop(devices);
    isEnding = true;
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/** Joins values that begin with `-` to their option by `=`, because parseArgs rejects them as ambiguous; a secret may begin with `-`. */
function joined(args: string[]): string[] {
  const done: string[] = [];
  for (const arg of args) {
    const isValue = Object.entries(options).some(([name, { type }]) => type === 'string' && `--${name}` === done.at(-1));
    const isOption = Object.keys(options).some((name) => arg.split('=')[0] === `--${name}`);
    if (isValue && arg.startsWith('-') && !isOption) done.push(`${done.pop()}=${arg}`);
    else done.push(arg);
  }
  return done;
}

/** Stores a device's configuration in a file of its own; readable only by this user, because it may contain secrets. */
function storage(folder: string | undefined, appKey: string, sn: string): Pick<ConfigOptions, 'kept' | 'keep'> {
  if (!folder) return {};
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${appKey}.${sn}.json`);
  const keep = (kept: Kept) => {
    writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return { kept: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : undefined, keep };
}

function print({ sn }: Identity, { at, kind, topic, payload }: Said, quiet: boolean) {
  if (kind === 'published' && quiet) return;
  const words = [new Date(at).toISOString(), sn, kind, topic, payload && (typeof payload === 'string' ? payload : JSON.stringify(payload))];
  process.stdout.write(`${words.filter(Boolean).join(' ')}\n`);
}

async function stop(devices: VirtualDevice[]) {
  await Promise.all(devices.map((device) => device.stop()));
  process.stdout.write('goodbye\n');
  process.exit(0);
}

function cameraOf(size: string, encoding: string | undefined, noise = 'stereo'): DepthOptions {
  const [, width = '', height = '', fps = '30'] = /^(\d+)x(\d+)(?:@(\d+))?$/.exec(size) ?? [];
  return {
    width: numberOf(width, 'depth’s width', 16, 1920),
    height: numberOf(height, 'depth’s height', 16, 1080),
    fps: numberOf(fps, 'depth’s rate', 1, 60),
    encoding: encoding === undefined ? undefined : oneOf(encodings, encoding, 'encoding'),
    noise: oneOf(noiseModels, noise, 'noise'),
    deflate: (bytes) => deflateRawSync(bytes, { level: 1 }),
  };
}

function oneOf<T extends string>(known: readonly T[], text: string, name: string): T {
  const found = known.find((one) => one === text);
  if (!found) throw new Error(`--${name} has to be one of ${known.join(', ')}`);
  return found;
}

function numberOf(text: string, name: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new Error(`--${name} has to be a number from ${min} to ${max}`);
  return value;
}
