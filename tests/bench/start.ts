import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.mjs';
import { median, ms, type Row } from './row';

const ROUNDS = 5;

/** The time from the start command to the first answer of a built platform. */
export default async function start(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'iot-base-bench-'));
  const [port, mqttPort, downloadPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const env = { PORT: port, MQTT_PORT: mqttPort, DOWNLOAD_PORT: downloadPort, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const rounds = async (command: string, args: string[]) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await untilReady(command, args, env, port));
    return median(times.slice(1));
  };

  const platform = await rounds(process.execPath, ['dist/server/main.js']);
  const npm = await rounds('npm', ['start']);
  rmSync(dataDir, { recursive: true, force: true });
  return [
    { what: 'warm start to ready', measured: ms(platform), goal: '≤ 1.5 s', note: 'node dist/server/main.js until /readyz answers 200' },
    {
      what: 'npm start to ready, nothing to build',
      measured: ms(npm),
      goal: '≤ 3 s',
      note: 'npm itself and the check of what is missing included',
    },
  ];
}

async function untilReady(command: string, args: string[], env: Record<string, string | number>, port: number) {
  const startedAt = Date.now();
  const child = spawn(command, args, { env: { ...process.env, ...env } as NodeJS.ProcessEnv, stdio: 'ignore' });
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const took = Date.now() - startedAt;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  return took;
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
