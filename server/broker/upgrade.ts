import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { clientAddress, trustOf } from '../client-address';
import type { Platform } from '../platform';

/** What takes over upgrades of some paths. */
export interface Upgrades {
  accepts(path: string): boolean;
  /** @param address the client's, behind whatever proxies are trusted */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
}

/** WebSocket upgrades: `/mqtt` is the embedded broker's, a device's `…/depth` its viewers'; there is nothing else to upgrade to. */
export function acceptUpgrades(app: FastifyInstance, { broker, config }: Platform, depth: Upgrades) {
  const trust = trustOf(config);
  app.server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return withoutUpgrade(app.server, request, socket, head);
    // HTTP has removed its listeners from an upgraded socket; an unhandled 'error' of a broken connection would end the process.
    socket.on('error', () => {});
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/mqtt' && broker.upgrade) broker.upgrade(request, socket, head, clientAddress(request, trust));
    else if (depth.accepts(path)) depth.upgrade(request, socket, head, clientAddress(request, trust));
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}

// Java's client and `curl --http2` offer h2c with every request: the offer is ignored and the request answered (RFC 9110, 7.8). Node stops
// parsing at an upgrade, so the request is put back into the socket without the offer, which is emitted again as a connection.
function withoutUpgrade(
  server: FastifyInstance['server'],
  { method, url, httpVersion, headers, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (!OF_THE_OFFER.test(name)) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

const OF_THE_OFFER = /^(connection|upgrade|http2-settings)$/i;
