import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform';

/** WebSocket upgrades: `/mqtt` is the embedded broker's; there is nothing else to upgrade to. */
export function acceptUpgrades(app: FastifyInstance, { broker }: Platform) {
  app.server.on('upgrade', (request, socket, head) => {
    // Nobody else listens for errors once a socket is no longer HTTP's; unheard, one that breaks off would end the process.
    socket.on('error', () => {});
    const [path] = (request.url ?? '').split('?');
    if (path === '/mqtt' && broker.upgrade) broker.upgrade(request, socket, head);
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}
