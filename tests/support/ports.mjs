import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections (32768 and up, 49152 and up): none takes one between here and
 *  whoever listens on it. Above 10080, which browsers refuse. */
const RANGE = [11_000, 30_000];

/** Between asking for a port and listening on it somebody else may ask: no process gives one twice, and each of jest's has its own. */
const given = new Set();
const WORKERS = 32;
const worker = Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS;

/**
 * A TCP port of this machine that nobody listens on now.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(...RANGE);
    if (port % WORKERS !== worker || given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .on('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
