import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { contract } from '../../contract';
import { eventually } from '../support/eventually';
import { bundle, bundlePlatform, endProcesses, freeSettings, startProcess } from '../support/process';

const { account, settings: ask } = contract;
const someone = { email: 'lin@example.com', password: 'blue-contour-42' };

let settings: Record<string, string>;
let remove: () => void;

beforeAll(bundlePlatform);
beforeEach(async () => {
  ({ settings, remove } = await freeSettings());
});
afterEach(() => remove());
afterAll(endProcesses);

/** Starts a platform that must fail to start. @returns its exit code and its lines on stderr */
async function refused(changes: Record<string, string>) {
  const { ended, complaints } = await startProcess({ ...settings, ...changes });
  const code = await ended;
  return { code, lines: complaints().trimEnd().split('\n') };
}

describe('a start that cannot succeed ends with 1 and one clear line', () => {
  test('for every wrong setting', async () => {
    expect(await refused({ PORT: 'eighty', LOG_LEVEL: 'loud' })).toEqual({
      code: 1,
      lines: [
        'iot-base: PORT: has to be a whole number from 0 to 65535',
        'iot-base: LOG_LEVEL: has to be one of fatal, error, warn, info, debug, trace, silent',
      ],
    });
  });

  test.each(['PORT', 'MQTT_PORT'])('for a %s that is taken', async (variable) => {
    const other = await listen(Number(settings[variable]));
    const answer = await refused({});
    other.close();

    expect(answer).toEqual({ code: 1, lines: [`iot-base: ${variable}: port ${settings[variable]} is taken by another process`] });
  });

  test('for an option: there are none', () => {
    const { status, stderr } = spawnSync(process.execPath, [bundle, '--port', '3000'], { encoding: 'utf8' });

    expect(status).toBe(1);
    expect(stderr).toBe('iot-base: --port: there are no options; every setting is an environment variable (see .env.example)\n');
  });

  test('for a HOST that is not this machine', async () => {
    const { code, lines } = await refused({ HOST: '203.0.113.1' });

    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(/^iot-base: HOST: cannot listen there: /)] });
  });

  test('where nobody could ever sign in', async () => {
    expect(await refused({ REGISTRATION: 'closed' })).toEqual({
      code: 1,
      lines: ['iot-base: REGISTRATION: closed, and nobody has an account yet: set ADMIN_EMAIL and ADMIN_PASSWORD, too'],
    });
  });

  test.each(['in a file', 'in a folder that takes none'])('for a DATA_DIR that cannot be written: %s', async (where) => {
    const file = join(settings.DATA_DIR ?? '', 'file');
    writeFileSync(file, '');
    const { code, lines } = await refused({ DATA_DIR: join(where === 'in a file' ? file : '/proc', 'data') });

    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(/^iot-base: DATA_DIR: .* cannot be written: /)] });
  });

  test('for a DATA_DIR whose database is none', async () => {
    writeFileSync(join(settings.DATA_DIR ?? '', 'platform.db'), 'this is no database, '.repeat(100));
    const { code, lines } = await refused({});

    expect({ code, lines }).toEqual({ code: 1, lines: ['iot-base: DATA_DIR: the database cannot be opened: file is not a database'] });
  });

  test('for a DATA_DIR that another process uses', async () => {
    const first = await startProcess(settings);
    const { settings: other, remove: removeOther } = await freeSettings();
    const answer = await refused({ ...other, DATA_DIR: settings.DATA_DIR ?? '' });
    first.signal('SIGTERM');
    await first.ended;
    removeOther();

    expect(answer).toEqual({ code: 1, lines: [`iot-base: DATA_DIR: ${settings.DATA_DIR} is in use by another process`] });
  });

  test('for a database that does not answer', async () => {
    const { code, lines } = await refused({ DATABASE_URL: `postgres://nobody@127.0.0.1:${settings.DOWNLOAD_PORT}/none` });

    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^iot-base: DATABASE_URL: the database cannot be opened: .*ECONNREFUSED/)],
    });
  });
});

describe('a platform that is asked to stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s ends with 0 and says nothing', async (signal) => {
    const platform = await startProcess(settings);
    await platform.call(ask.read);
    platform.signal(signal);

    expect(await platform.ended).toBe(0);
    expect(platform.complaints()).toBe('');
  });

  test('has served, and ends, though nobody reads what it says', async () => {
    const platform = await startProcess({ ...settings, LOG_LEVEL: 'info' }, undefined, false);
    await eventually(
      () =>
        fetch(`${platform.url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      Boolean,
    );
    platform.signal('SIGTERM');

    expect(await platform.ended).toBe(0);
  });

  test('finishes the request that is on its way', async () => {
    const platform = await startProcess(settings);
    await platform.call(account.register, { body: someone });
    const socket = connect(Number(settings.PORT), '127.0.0.1');
    let answer = '';
    socket.on('data', (text) => {
      answer += text;
    });
    const body = JSON.stringify(someone);
    const head = `POST ${account.login.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    await new Promise<void>((resolve) => socket.write(head + body.slice(0, 10), () => resolve()));
    // After the answer to this later request, the platform must have received the first half.
    await platform.call(ask.read);
    platform.signal('SIGTERM');
    await refusesConnections(Number(settings.PORT));
    socket.write(body.slice(10));

    expect(await platform.ended).toBe(0);
    expect(answer).toContain('HTTP/1.1 200 OK');
    expect(answer).toContain('"token"');
  });

  test('starts again on what it has kept', async () => {
    const first = await startProcess(settings);
    await first.call(account.register, { body: someone });
    const { data } = await first.call(account.login, { body: someone });
    first.signal('SIGTERM');
    await first.ended;

    const database = join(settings.DATA_DIR ?? '', 'platform.db');
    // The mode of files written by older versions.
    chmodSync(database, 0o644);
    const second = await startProcess(settings);
    // Only the owner may read the files, even if others may enter the folder.
    expect([database, `${database}-wal`].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect((await second.call(account.current, {}, data.token)).data).toMatchObject({ email: someone.email });
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});

test('settings may stand in a file .env in the folder one starts in; the environment counts more', async () => {
  const folder = join(settings.DATA_DIR ?? '', 'here');
  mkdirSync(folder);
  writeFileSync(join(folder, '.env'), 'PRODUCT_NAME="From the file"\nREGISTRATION=closed\n');
  const platform = await startProcess({ ...settings, REGISTRATION: 'open' }, folder);
  const { data } = await platform.call(ask.read);
  platform.signal('SIGTERM');
  await platform.ended;

  expect(data).toMatchObject({ productName: 'From the file', registration: 'open' });
});

async function listen(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

async function refusesConnections(port: number): Promise<void> {
  const open = await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
  if (open) await refusesConnections(port);
}
