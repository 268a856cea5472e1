import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { DEPTH_PROTOCOL, depth } from '../../contract/depth';
import { FrameError, readHeader } from '../../contract/depth-frame';
import { MINUTE_MS } from '../../contract/duration';
import { downTopic } from '../../contract/topics';
import { Throttle } from '../broker/throttle';
import type { Upgrades } from '../broker/upgrade';
import { isPostgres } from '../db/dialect';
import { deviceBySn } from '../device/queries';
import { found } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';
import { hashOf, newSecret } from '../secrets';
import { depthMetrics } from './metrics';
import { forgetWatches, insertTicket, livingSessions, redeemTicket, standingOf, type TicketRow } from './queries';
import { openRoom, type Room } from './room';
import { stopOf } from './stream';

const TICKET_SECONDS = 30 as const;
const PATH = /^\/v1\/platform\/([a-z0-9]{20})\/device\/([A-Za-z0-9_-]{1,64})\/depth$/;
/** Messages of viewers are short. */
const MAX_MESSAGE_BYTES = 4096;
/** Per account and instance. */
const MAX_SOCKETS = 30;
/** Invalid tickets per address. */
const WRONG_TICKETS = { max: 300, windowMs: MINUTE_MS };
/** A device that streams without viewers is told to stop this often. */
const STOP_EVERY_MS = 30_000;

/** Tickets, and the streams they open. @returns the handler of the streams' WebSocket upgrades */
export function depthRoutes(app: FastifyInstance, platform: Platform): Upgrades {
  const { db, broker, config, log, now } = platform;
  const rooms = new Map<number, Room>();
  const closing = new Set<Promise<void>>();
  const sockets = new Map<number, number>();
  const wrong = new Throttle(WRONG_TICKETS);
  const stops = new Throttle({ max: 1, windowMs: STOP_EVERY_MS });
  const metrics = depthMetrics(platform.metrics);
  let isClosing = false;

  // On PostgreSQL the watches may belong to other instances; stale ones expire.
  app.addHook('onReady', async () => {
    if (!isPostgres(db)) await forgetWatches(db);
  });

  route(app, depth.ticket, async ({ params, body }, { account, sessionId, project, request }) => {
    const { id: deviceId } = found(await deviceBySn(db, project.id, params.sn));
    const ticket = newSecret();
    const { origin = '' } = request.headers;
    const expiresAt = now() + TICKET_SECONDS * 1000;
    const row: TicketRow = { hash: hashOf(ticket), deviceId, accountId: account.id, sessionId, profile: body.profile, origin, expiresAt };
    await insertTicket(db, row, now());
    return { url: `${baseOf(request)}/v1/platform/${project.appKey}/device/${params.sn}/depth`, ticket, expiresIn: TICKET_SECONDS };
  });

  // The page's own origin is what its browser, its proxy and its content security policy allow.
  function baseOf({ headers: { origin = '' }, protocol, host }: FastifyRequest): string {
    const base =
      /^https?:\/\//.test(origin) && URL.canParse(origin) ? new URL(origin).origin : (config.publicUrl ?? `${protocol}://${host}`);
    return base.replace(/^http/, 'ws').replace(/\/+$/, '');
  }

  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => DEPTH_PROTOCOL,
  });

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string) {
    if (isClosing) return refuse(socket, '503 Service Unavailable');
    if (wrong.isSpent(address, now())) return refuse(socket, '429 Too Many Requests');
    const ticket = await ticketOf(request);
    if (!ticket) {
      wrong.take(address, now());
      return refuse(socket, '401 Unauthorized');
    }
    const device = await standingOf(db, ticket.deviceId);
    const [, appKey, sn] = PATH.exec(pathOf(request)) ?? [];
    const isAlive = (await livingSessions(db, [ticket.sessionId], now())).has(ticket.sessionId);
    if (!device || device.appKey !== appKey || device.sn !== sn || device.ownerId !== ticket.accountId || !isAlive) {
      return refuse(socket, '401 Unauthorized');
    }
    if ((sockets.get(ticket.accountId) ?? 0) >= MAX_SOCKETS) return refuse(socket, '429 Too Many Requests');
    if (socket.destroyed || isClosing) return socket.destroy();

    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      sockets.set(ticket.accountId, (sockets.get(ticket.accountId) ?? 0) + 1);
      webSocket.once('close', () => {
        const left = (sockets.get(ticket.accountId) ?? 1) - 1;
        if (left > 0) sockets.set(ticket.accountId, left);
        else sockets.delete(ticket.accountId);
      });
      roomOf(device).join(webSocket, ticket);
    });
  }

  async function ticketOf({ headers }: IncomingMessage): Promise<TicketRow | undefined> {
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    const secret = offered.find((name) => name.startsWith('ticket.'))?.slice('ticket.'.length);
    if (!secret || secret.length > 64 || !offered.includes(DEPTH_PROTOCOL)) return undefined;
    const ticket = await redeemTicket(db, hashOf(secret), now());
    return ticket && isOwnPage(headers, ticket) ? ticket : undefined;
  }

  /** Programs send no Origin. A page must have the origin that requested the ticket, or the platform's own. */
  function isOwnPage({ origin, host }: IncomingMessage['headers'], ticket: TicketRow): boolean {
    if (origin === undefined || origin === ticket.origin) return true;
    if (!URL.canParse(origin)) return false;
    const own = config.publicUrl && new URL(config.publicUrl).origin;
    return new URL(origin).host === host || new URL(origin).origin === own;
  }

  function roomOf(device: NonNullable<Awaited<ReturnType<typeof standingOf>>>): Room {
    const known = rooms.get(device.id);
    if (known) return known;
    const room = openRoom({ platform, device, metrics, emptied: () => close(device.id) });
    rooms.set(device.id, room);
    return room;
  }

  function close(deviceId: number) {
    const room = rooms.get(deviceId);
    rooms.delete(deviceId);
    const closed = room
      ?.close()
      .catch((error) => log.warn({ err: error }, 'a depth stream could not be ended; the device ends it by itself'))
      .finally(() => closing.delete(closed as Promise<void>));
    if (closed) closing.add(closed);
  }

  // The lease has ended or never existed: a device that streams nevertheless is told to stop, not too often.
  broker.onUnwatchedFrame?.((appKey, sn, payload) => {
    metrics.dropped.inc({ reason: 'unwatched' });
    if (!stops.take(`${appKey}.${sn}`, now())) return;
    const header = readHeader(payload);
    const session = header instanceof FrameError ? 0 : header.session;
    void broker.publish(downTopic(appKey, sn, 'depth/ctl'), stopOf(session, now())).catch(() => {});
  });

  app.addHook('preClose', async () => {
    isClosing = true;
    for (const deviceId of [...rooms.keys()]) close(deviceId);
    await Promise.all(closing);
    webSockets.close();
  });

  return {
    accepts: (path) => PATH.test(path),
    upgrade: (request, socket, head, address) => {
      upgrade(request, socket, head, address).catch((error) => {
        log.warn({ err: error }, 'a viewer could not be let in');
        refuse(socket, '503 Service Unavailable');
      });
    },
  };
}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?')[0] ?? '';

function refuse(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
