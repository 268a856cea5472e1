import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMosquitto } from '../../scripts/tools.mjs';
import { freePort } from './ports.mjs';

export interface Mosquitto {
  url: string;
  port: number;
  /** Kills it with SIGKILL. */
  kill: () => Promise<void>;
  /** Starts it again on the same port, and waits until it accepts connections. */
  start: () => Promise<void>;
  /** Kills it and removes its files. */
  stop: () => Promise<void>;
}

/** A real broker with shared subscriptions, used instead of a cluster: anyone may connect and publish, nothing is persisted. */
export async function startMosquitto(): Promise<Mosquitto> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'iot-base-mosquitto-'));
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nmax_inflight_messages 0\nmax_queued_messages 0\nset_tcp_nodelay true\n`,
  );
  let broker: ChildProcess | undefined;

  async function start() {
    broker = spawn(findMosquitto() ?? 'mosquitto', ['-c', config], { stdio: 'ignore' });
    while (!(await isListening(port))) {
      if (broker.exitCode !== null) throw new Error(`mosquitto ended with ${broker.exitCode}`);
      await new Promise((next) => setTimeout(next, 20));
    }
  }

  async function kill() {
    if (!broker || broker.exitCode !== null || broker.signalCode !== null) return;
    const ended = new Promise((resolve) => broker?.once('exit', resolve));
    broker.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    port,
    kill,
    start,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
