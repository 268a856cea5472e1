import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { metricOf } from '../support/metrics';
import { freePort } from '../support/ports.mjs';
import { bundlePlatform, freeSettings, type Running, startProcess } from '../support/process';
import type { Device, Outcome, Task } from './mqtt-clients-support';

interface Usage {
  rss: number;
  cpuSeconds: number;
}

/** A broker in its own process, with registered devices. */
export interface Stage {
  port: number;
  devices: Device[];
  /** The process's current memory in bytes, and its CPU time in seconds since its start. */
  usage: () => Promise<Usage>;
  /** Undefined for bare aedes. */
  platform?: Running & { appKey: string; token: string };
  close: () => Promise<void>;
}

/** The platform as run by `npm start`, with a project of `count` devices. */
export async function stagePlatform(count: number, more: Record<string, string> = {}): Promise<Stage> {
  bundlePlatform();
  const { settings, remove } = await freeSettings();
  const platform = await startProcess({ ...settings, ...more });
  const person = { email: 'bench@example.com', password: 'blue-contour-42' };
  await platform.call(contract.account.register, { body: person });
  const { data: session } = await platform.call(contract.account.login, { body: person });
  const { data: project } = await platform.call(contract.application.create, { body: { name: 'Bench', categoryId: 1 } }, session.token);
  const { appKey } = project;
  const devices: Device[] = [];
  for (let from = 0; from < count; from += 1000) {
    const drafts = Array.from({ length: Math.min(1000, count - from) }, (_, n) => ({ sn: `D${from + n}` }));
    const { data } = await platform.call(contract.device.createMany, { params: { appKey }, body: { devices: drafts } }, session.token);
    devices.push(
      ...data.created.map(({ sn, secret }) => ({ clientId: clientIdOf(appKey, sn), secret, topic: upTopic(appKey, sn, 'telemetry') })),
    );
  }
  return {
    port: Number(settings.MQTT_PORT),
    devices,
    platform: { ...platform, appKey, token: session.token },
    usage: async () => ({
      rss: await metricOf(platform, 'process_resident_memory_bytes'),
      cpuSeconds: await metricOf(platform, 'process_cpu_seconds_total'),
    }),
    close: async () => {
      platform.signal('SIGKILL');
      await platform.ended;
      remove();
    },
  };
}

/** Bare aedes, without the platform. */
export async function stageBareBroker(devices: Device[]): Promise<Stage> {
  const port = await freePort();
  const child = child_('bare-broker-support', { MQTT_PORT: String(port) });
  await said(child);
  return {
    port,
    devices,
    usage: () => {
      child.send('usage');
      return said(child) as Promise<Usage>;
    },
    close: async () => void child.kill('SIGKILL'),
  };
}

type Answers = { connect: { connected: number }; publish: { acknowledged: number }; guess: { guessed: number } };

/** Starts a process of devices. */
export function stageClients() {
  const child = child_('mqtt-clients-support');
  return {
    do: async <T extends Task>(task: T) => {
      child.send(task);
      return (await said(child)) as Extract<Outcome, Answers[T['do']]>;
    },
    close: () => void child.kill('SIGKILL'),
  };
}

const child_ = (name: string, env: Record<string, string> = {}) =>
  fork(join(__dirname, `${name}.ts`), { execArgv: ['--import', 'tsx'], env: { ...process.env, ...env } });

const said = (child: ChildProcess) =>
  new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`a helper ended with ${code}`)));
  });
