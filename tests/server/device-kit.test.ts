import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '../../contract';
import { snippets } from '../../src/pages/dashboard/device/snippets';
import { eventually } from '../support/eventually';
import { bundlePlatform, endProcesses, freeSettings, type Running, startProcess } from '../support/process';
import { openStream } from '../support/stream';

const { account, application, config, device, event, settings: platformSettings } = contract;
const person = { email: 'owner@example.com', password: 'blue-contour-42' };

let platform: Running;
let settings: Record<string, string>;
let remove: () => void;
let token: string;
let project: { appKey: string; appSecret: string };
const kits: ChildProcess[] = [];

beforeAll(async () => {
  bundlePlatform();
  ({ settings, remove } = await freeSettings());
  platform = await startProcess(settings);
  await platform.call(account.register, { body: person });
  ({ token } = (await platform.call(account.login, { body: person })).data);
  project = (await platform.call(application.create, { body: { name: '气象站', categoryId: 1 } }, token)).data;
});
afterEach(() => {
  for (const kit of kits.splice(0)) kit.kill('SIGKILL');
});
afterAll(async () => {
  await endProcesses();
  remove();
});

/** Runs `npm run device -- …`, as in the README. */
function run(...args: string[]) {
  const kit = spawn(process.execPath, ['--import', 'tsx', 'device-kit/cli.ts', '--api', platform.url, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  kits.push(kit);
  let said = '';
  for (const stream of [kit.stdout, kit.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  let isClosed = false;
  kit.once('close', () => {
    isClosed = true;
  });
  /** Resolves with the exit code after the process and its output have ended. */
  async function ended() {
    await eventually(
      () => ({ isClosed, code: kit.exitCode, signal: kit.signalCode, said: said.slice(-500) }),
      ({ isClosed }) => isClosed,
    );
    return kit.exitCode;
  }
  return { said: () => said, ended, signal: (name: NodeJS.Signals) => void kit.kill(name) };
}

const counts = async () => (await platform.call(device.list, { params: { appKey: project.appKey }, query: {} }, token)).data.counts;

async function addDevice(sn: string) {
  return (await platform.call(device.create, { params: { appKey: project.appKey }, body: { sn } }, token)).data.secret;
}

describe('npm run device', () => {
  test('connects a device that exists, until Ctrl-C', async () => {
    const secret = await addDevice('S1');
    const page = await openStream({ base: platform.url, appKey: project.appKey, token });
    const kit = run('--app-key', project.appKey, '--sn', 'S1', '--secret', secret, '--interval', '1');

    const { message } = await page.next('device', ({ state }) => state === 'online');
    expect(message).toMatchObject({ sn: 'S1' });
    await eventually(kit.said, (said) => /S1 published v1\/.*\/up\/telemetry {"ts":\d+,"values":{/.test(said));
    kit.signal('SIGINT');

    expect(await kit.ended()).toBe(0);
    expect(kit.said()).toMatch(/goodbye\n$/);
    await page.next('device', ({ state }) => state === 'offline');
    page.close();
  });

  test('ends at Ctrl-C though the platform answers nothing any more', async () => {
    const secret = await addDevice('S1-silent');
    const kit = run('--app-key', project.appKey, '--sn', 'S1-silent', '--secret', secret, '--interval', '1');
    const measured = () => kit.said().match(/telemetry/g)?.length ?? 0;
    await eventually(() => measured() >= 2);

    platform.signal('SIGSTOP');
    // The stopped platform does not acknowledge measurements any more.
    await new Promise((next) => setTimeout(next, 1500));
    kit.signal('SIGINT');

    expect(await kit.ended().finally(() => platform.signal('SIGCONT'))).toBe(0);
    expect(kit.said()).toMatch(/goodbye\n$/);
  });

  test('creates as many as wanted with the project’s secret, and takes those that exist', async () => {
    // Devices of earlier tests must be offline first, because the test counts devices online.
    await eventually(async () => (await counts()).online === 0);
    const online = (kit: ReturnType<typeof run>) => async () => ({ online: (await counts()).online, said: kit.said().slice(-500) });
    const args = ['--app-key', project.appKey, '--app-secret', project.appSecret, '--count', '20', '--quiet'];
    const first = run(...args);
    await eventually(online(first), (now) => now.online === 20);
    first.signal('SIGTERM');
    expect(await first.ended()).toBe(0);

    const second = run(...args);

    await eventually(online(second), (now) => now.online === 20);
    second.signal('SIGINT');
    await second.ended();
    expect(second.said()).not.toContain('published');
  });

  test('comes back by itself when the platform was killed and started again', async () => {
    const secret = await addDevice('S2');
    const kit = run('--app-key', project.appKey, '--sn', 'S2', '--secret', secret, '--quiet');
    await eventually(async () => (await counts()).online === 1);

    // Stops the kit, so that it does not reconnect before the counts are read.
    kit.signal('SIGSTOP');
    platform.signal('SIGKILL');
    await platform.ended;
    platform = await startProcess(settings);
    expect(await counts()).toMatchObject({ online: 0 });
    kit.signal('SIGCONT');

    await eventually(kit.said, (said) => said.match(/S2 connected/g)?.length === 2);
    await eventually(async () => (await counts()).online === 1);
    kit.signal('SIGINT');
    expect(await kit.ended()).toBe(0);
  });

  test('refuses what it is told to refuse, and keeps its configuration when it is switched off', async () => {
    const secret = await addDevice('S4');
    const folder = mkdtempSync(join(tmpdir(), 'iot-base-kit-'));
    const ofDevice = { params: { appKey: project.appKey, sn: 'S4' } };
    const options = ['--sn', 'S4', '--secret', secret, '--interval', '0', '--reject-config', 'depth.fps>15', '--state', folder];
    const wants = (version: number, body: Record<string, unknown>) =>
      platform.call(config.change, { ...ofDevice, headers: { 'if-match': String(version) }, query: {}, body }, token);
    const has = (version: number, result: string) =>
      eventually(
        async () => (await platform.call(config.read, ofDevice, token)).data.reported,
        (reported) => reported?.version === version && reported.result === result,
      );
    const first = run('--app-key', project.appKey, ...options);
    await eventually(first.said, (said) => said.includes('/up/config/get {"version":0}'));

    await wants(0, { depth: { fps: 10 } });
    await has(1, 'ok');
    await wants(1, { depth: { fps: 30 } });
    expect((await has(2, 'rejected'))?.errors).toMatchObject([{ path: 'depth.fps', code: 'out-of-range' }]);
    first.signal('SIGINT');
    await first.ended();
    const second = run('--app-key', project.appKey, ...options);

    await eventually(second.said, (said) => said.includes('/up/config/get {"version":2}'));
    await wants(2, { depth: { fps: 12 } });
    expect((await has(3, 'ok'))?.state).toEqual({ depth: { fps: 12 } });
    await eventually(second.said, (said) => said.includes('config/reported'));
    expect(second.said().match(/config\/reported/g)).toHaveLength(1);
    second.signal('SIGINT');
    await second.ended();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['without a project', [], /^device: --app-key is missing \(--help tells all options\)\n$/],
    ['without a secret', ['--app-key', 'x'], /^device: either --sn and --secret, or --app-secret is needed/],
    ['with an option there is not', ['--color'], /^device: Unknown option '--color'/],
    [
      'with a sensor, but no camera',
      ['--app-key', 'x', '--app-secret', 'y', '--noise', 'none'],
      /^device: --encoding and --noise need --depth/,
    ],
    ['with a number that is none', ['--app-key', 'x', '--app-secret', 'y', '--count', 'many'], /^device: --count has to be a number/],
    ['with a rule that is none', ['--app-key', 'x', '--app-secret', 'y', '--reject-config', 'fps>>1'], /^device: fps>>1 is no rule/],
    ['with a wrong secret', ['--app-key', 'x'.repeat(20), '--app-secret', 'y'], /^device: The AppKey or the AppSecret is wrong\n$/],
    ['with a secret that begins as an option does', ['--app-key', 'x'.repeat(20), '--app-secret', '--y'], /AppSecret is wrong\n$/],
    ['with an option instead of a secret', ['--app-secret', '--app-key', 'x'], /^device: Option '--app-secret' argument is ambiguous/],
    ['with a wrong key', ['--app-key', 'nope', '--app-secret', 'y'], /^device: The AppKey or the AppSecret is wrong\n$/],
    ['where no platform is', ['--app-key', 'x', '--app-secret', 'y', '--api', 'http://127.0.0.1:9'], /^device: no platform answers at/],
  ])('%s says so in one line', async (_, args, line) => {
    const kit = run(...args);

    expect(await kit.ended()).toBe(1);
    expect(kit.said()).toMatch(line);
    expect(kit.said().trim().split('\n')).toHaveLength(1);
  });

  test('--help tells all options', async () => {
    const kit = run('--help');

    expect(await kit.ended()).toBe(0);
    for (const option of [
      '--app-key',
      '--app-secret',
      '--count',
      '--url',
      '--api',
      '--prefix',
      '--interval',
      '--reject-config',
      '--reject-part',
      '--state',
      '--quiet',
    ])
      expect(kit.said()).toContain(option);
  });
});

test('the mosquitto_pub command that the console shows is one that works', async () => {
  const sn = 'S-3_x';
  const secret = await addDevice(sn);
  const { mqttUrl } = (await platform.call(platformSettings.read, {})).data;
  const [{ code = '' } = {}] = snippets({ mqttUrl, appKey: project.appKey, sn, secret }).filter(({ name }) => name === 'mosquitto_pub');

  await promisify(execFile)('bash', ['-c', code]);

  const { data } = await platform.call(event.list, { params: { appKey: project.appKey, sn }, query: { type: 'device.telemetry' } }, token);
  expect(data.list).toEqual([expect.objectContaining({ data: { values: { temperature: 21.5 } } })]);
});
