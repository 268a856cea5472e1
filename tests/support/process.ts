import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { type Data, type Endpoint, type Input, pathOf } from '../../contract/endpoint';
import { freePort } from './ports.mjs';

/** A platform in its own process. */
export interface Running {
  url: string;
  /** Its output on stderr. */
  complaints: () => string;
  signal: (name: NodeJS.Signals) => void;
  /** Resolves with its exit code; null if it was ended by a signal. */
  ended: Promise<number | null>;
  /** Calls its API over HTTP. @throws if the connection breaks */
  call: <E extends Endpoint>(endpoint: E, input?: Input<E>, token?: string) => Promise<{ status: number; data: Data<E> }>;
}

const children = new Set<ChildProcess>();
export const bundle = join(process.cwd(), 'node_modules/.cache/tests/main.js');

/** Bundles the platform as `npm start` runs it, without the console. */
export function bundlePlatform() {
  // Another of Jest's workers may be starting it: it never reads half a file.
  const written = `${bundle}.${process.pid}`;
  buildSync({ entryPoints: ['server/main.ts'], outfile: written, bundle: true, packages: 'external', platform: 'node', target: 'node20' });
  renameSync(written, bundle);
}

/** Kills all processes that are still running, for instance after a failed test. */
export async function endProcesses() {
  for (const child of children) child.kill('SIGKILL');
}

/** Settings with free ports and a new data folder. */
export async function freeSettings() {
  const [PORT, MQTT_PORT, DOWNLOAD_PORT] = (await Promise.all([freePort(), freePort(), freePort()])).map(String);
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'iot-base-'));
  return {
    settings: { PORT, MQTT_PORT, DOWNLOAD_PORT, DATA_DIR } as Record<string, string>,
    remove: () => rmSync(DATA_DIR, { recursive: true }),
  };
}

/**
 * Starts a platform and waits until it is ready or has ended. It inherits no settings from the shell or from a developer's .env.
 * @param folder its working directory
 * @param isHeard read its output; otherwise its pipes are closed, and this does not wait
 */
export async function startProcess(settings: Record<string, string>, folder = tmpdir(), isHeard = true): Promise<Running> {
  const child = spawn(process.execPath, [bundle], {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve) => child.stdout.on('data', (text) => String(text).includes('is ready') && resolve()));
  if (!isHeard) for (const output of [child.stdout, child.stderr]) output.destroy();
  if (isHeard) await Promise.race([ready, ended]);

  const url = `http://127.0.0.1:${settings.PORT}`;
  const call: Running['call'] = async (endpoint, input, token) => {
    const { params, query, headers, body } = (input ?? {}) as AnyInput;
    const reply = await fetch(`${url}${pathOf(endpoint, params)}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    const { data } = (await reply.json()) as { data: never };
    return { status: reply.status, data };
  };
  return { url, complaints: () => complaints, signal: (name) => void child.kill(name), ended, call };
}

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
}
