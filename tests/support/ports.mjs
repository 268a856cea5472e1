import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections (32768 and up, 49152 and up): none takes one between here and
 *  whoever listens on it. Above 10080, which browsers refuse. */
const RANGE = [11_000, 30_000];

/**
 * A TCP port of this machine that nobody listens on now.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(...RANGE);
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
