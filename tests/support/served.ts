import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '../../contract';
import { type Data, type Endpoint, type Input, pathOf } from '../../contract/endpoint';
import { freePort } from './ports.mjs';

export const PASSWORD = 'blue-contour-42';

export type SignedIn = Data<typeof contract.account.login>;

/** A built platform in its own process, as started by `npm start`, with its own ports and data folder. */
export interface Served {
  url: string;
  dataDir: string;
  /** Calls the API over HTTP. @throws Error with the message of a failed call */
  call: <E extends Endpoint>(endpoint: E, input?: Input<E>, token?: string) => Promise<Data<E>>;
  /** Registers an account and signs in. The first account is the admin. */
  signUp: (name: string) => Promise<SignedIn>;
  /** Kills the process with SIGKILL and starts it again on the same data. */
  restart: () => Promise<void>;
  /** Stops the process with SIGTERM and removes its data. @returns its exit code */
  stop: () => Promise<number | null>;
}

/** Starts the built platform with the built console, and waits until it is ready. */
export async function serve(environment: Record<string, string> = {}): Promise<Served> {
  const dataDir = mkdtempSync(join(tmpdir(), 'iot-base-data-'));
  const [port, mqttPort, downloadPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DOWNLOAD_PORT: String(downloadPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...environment,
  };
  const url = `http://127.0.0.1:${port}`;
  let server = await start(env);

  async function call<E extends Endpoint>(endpoint: E, input?: Input<E>, token?: string): Promise<Data<E>> {
    const {
      params,
      query = {},
      headers,
      body,
    } = (input ?? {}) as Record<'params' | 'query' | 'headers', Record<string, string> | undefined> & { body?: object };
    const reply = await fetch(`${url}${pathOf(endpoint, params)}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    const { success, data, message } = (await reply.json()) as { success: boolean; data: Data<E>; message: string };
    if (!success) throw new Error(`${endpoint.method} ${endpoint.path}: ${message}`);
    return data;
  }

  async function signUp(name: string) {
    const email = `${name.toLowerCase()}@example.com`;
    await call(contract.account.register, { body: { email, password: PASSWORD, name } });
    return call(contract.account.login, { body: { email, password: PASSWORD } });
  }

  async function restart() {
    await end(server, 'SIGKILL');
    server = await start(env);
  }

  async function stop() {
    const code = await end(server, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  }

  return { url, dataDir, call, signUp, restart, stop };
}

function start(env: Record<string, string>): Promise<ChildProcess> {
  const server = spawn(process.execPath, [join(process.cwd(), 'dist/server/main.js')], {
    // The data folder has no .env, unlike a developer's working directory.
    cwd: env.DATA_DIR,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (text: Buffer) => {
      said = (said + text).slice(-4000);
      if (said.includes('is ready')) resolve(server);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', (code) => reject(new Error(`The platform ended with ${code} (built? npm run build): ${said}`)));
  });
}

function end(server: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (server.exitCode !== null) return Promise.resolve(server.exitCode);
  return new Promise((resolve) => {
    server.once('close', resolve);
    server.kill(signal);
  });
}
