import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.mjs';

/** Runs `npm start`, as in the README, and waits until it is ready. */
async function npmStart(environment: Record<string, string>) {
  const child = spawn('npm', ['start'], { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let said = '';
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        said += text;
        if (said.includes('is ready')) resolve();
      });
    }
    void ended.then(() => resolve());
  });
  return { child, ended, said: () => said };
}

describe('npm start', () => {
  let dataDir: string;
  let environment: Record<string, string>;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'iot-base-start-'));
    const [port, mqttPort, downloadPort] = await Promise.all([freePort(), freePort(), freePort()]);
    environment = { PORT: String(port), MQTT_PORT: String(mqttPort), DOWNLOAD_PORT: String(downloadPort), DATA_DIR: dataDir };
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`has nothing to build a second time, serves the console, and ends with 0 on ${signal}`, async () => {
      const { child, ended, said } = await npmStart(environment);

      expect(said()).not.toContain('building');
      const { PORT, MQTT_PORT, DOWNLOAD_PORT } = environment;
      for (const [name, scheme, port] of [
        ['Console', 'http', PORT],
        ['MQTT', 'mqtt', MQTT_PORT],
        ['Downloads', 'http', DOWNLOAD_PORT],
      ]) {
        expect(said()).toMatch(new RegExp(`  ${name} +${scheme}://127\\.0\\.0\\.1:${port}\n`));
      }
      expect(said()).toContain('the first one to register in the console is the admin');
      const page = await fetch(`http://127.0.0.1:${environment.PORT}/`);
      expect(await page.text()).toContain('<div id="root">');

      child.kill(signal);
      expect(await ended).toBe(0);
      await expect(fetch(`http://127.0.0.1:${environment.PORT}/`)).rejects.toThrow();
    });
  }

  test('says in one line which setting is wrong', async () => {
    const { ended, said } = await npmStart({ ...environment, PORT: 'eighty' });

    expect(await ended).not.toBe(0);
    expect(said()).toMatch(/^iot-base: PORT: .+$/m);
  });
});
