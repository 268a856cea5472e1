import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres } from '../../scripts/tools.mjs';
import { freePort } from './ports.mjs';
import { roomyFolder } from './roomy-folder.mjs';

/**
 * Starts a PostgreSQL on a free port, with a temporary data folder, and without waiting for the disk.
 * PostgreSQL refuses to run as root, so root starts it as the user `postgres`.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres() {
  const programs = findPostgres();
  const folder = mkdtempSync(join(roomyFolder(), 'iot-base-postgres-'));
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' } };
  const data = join(folder, 'data');

  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? made.error}`);

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...args], {
    ...options,
    // In its own process group, so that Ctrl-C does not stop the server directly, but through `stop`.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await ready(server);

  async function stop() {
    if (server.exitCode === null) {
      server.kill('SIGINT');
      await new Promise((resolve) => server.once('exit', resolve));
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

function ready(server) {
  let said = '';
  return new Promise((resolve, reject) => {
    server.on('exit', () => reject(new Error(`PostgreSQL ended at once: ${said}`)));
    server.stderr.on('data', (text) => {
      said = (said + text).slice(-4000);
      if (said.includes('ready to accept connections')) resolve();
    });
  });
}

const idOf = (which) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
