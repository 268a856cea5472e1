import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform';

/** What takes over upgrades of some paths. */
export interface Upgrades {
  accepts(path: string): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** WebSocket upgrades: `/mqtt` is the embedded broker's, a device's `…/depth` its viewers'; there is nothing else to upgrade to. */
export function acceptUpgrades(app: FastifyInstance, { broker }: Platform, depth: Upgrades) {
  app.server.on('upgrade', (request, socket, head) => {
    // Nobody else listens for errors once a socket is no longer HTTP's; unheard, one that breaks off would end the process.
    socket.on('error', () => {});
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/mqtt' && broker.upgrade) broker.upgrade(request, socket, head);
    else if (depth.accepts(path)) depth.upgrade(request, socket, head);
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}
