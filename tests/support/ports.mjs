import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the systems' ephemeral ports (from 32768 or 49152), which could be taken by an outgoing connection before the server
 *  listens. Above 10080, because browsers block some lower ports. */
const RANGE = [11_000, 30_000];

/** A port may be requested again before the server listens. So each port is given once, and Jest's workers have disjoint sets. */
const given = new Set();
const WORKERS = 32;
const worker = Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS;

/**
 * Finds a TCP port that is free on this machine.
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
