import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPgbouncer, findPostgres } from '../../scripts/tools.mjs';
import { freePort } from './ports.mjs';
import { roomyFolder } from './roomy-folder.mjs';

/**
 * Starts a PostgreSQL on a free port, with a temporary data folder, and without waiting for the disk.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres() {
  const programs = findPostgres();
  const { folder, options, remove } = ownFolder('postgres');
  const data = join(folder, 'data');

  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? made.error}`);

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 500,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...args], options);
  await ready(server, 'ready to accept connections');

  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => end(server).then(remove) };
}

/**
 * Starts a PostgreSQL, and a PgBouncer before it that keeps the processes of closed connections for the next ones:
 * starting one takes as long as a short test.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} the address of PgBouncer
 */
export async function startPooledPostgres() {
  const postgres = await startPostgres();
  const { folder, options, remove } = ownFolder('pgbouncer');
  const port = await freePort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    // The others do not know LISTEN and the locks of a connection.
    pool_mode: 'session',
    max_client_conn: 1000,
    default_pool_size: 150,
    server_lifetime: 86_400,
    // For the limit of all databases together.
    server_idle_timeout: 30,
  };
  const ini = join(folder, 'pgbouncer.ini');
  const target = `* = host=127.0.0.1 port=${new URL(postgres.url).port} user=postgres`;
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(ini, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'));
  const pooler = spawn(findPgbouncer(), [ini], options);
  try {
    await ready(pooler, 'process up');
  } catch (error) {
    remove();
    await postgres.stop();
    throw error;
  }

  async function stop() {
    // At SIGINT it would wait for clients that are still connected.
    await end(pooler, 'SIGTERM');
    remove();
    await postgres.stop();
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

/** A temporary folder, and options to start a program in it. Both programs refuse to run as root, so root starts them as the user `postgres`. */
function ownFolder(name) {
  const folder = mkdtempSync(join(roomyFolder(), `iot-base-${name}-`));
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
    // In its own process group, so that Ctrl-C does not stop it directly, but through `stop`.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  };
  return { folder, options, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function end(server, signal = 'SIGINT') {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  await new Promise((resolve) => server.once('exit', resolve));
}

function ready(server, sign) {
  let said = '';
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`${server.spawnfile} ended at once: ${said}`)));
    server.stderr.on('data', (text) => {
      said = (said + text).slice(-4000);
      if (said.includes(sign)) resolve();
    });
  });
}

const idOf = (which) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
