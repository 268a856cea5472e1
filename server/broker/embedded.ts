import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Aedes, AuthenticateError, Client, PublishPacket } from 'aedes';
import type { Logger } from 'pino';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { MINUTE_MS } from '../../contract/duration';
import {
  clientIdOf,
  DEVICE_RATE,
  FRAME_RATE,
  isHeardBy,
  MAX_FRAME_BYTES,
  MAX_PAYLOAD_BYTES,
  maySubscribe,
  parseClientId,
  parseUpTopic,
} from '../../contract/topics';
import type { Admission, Broker, DepthHeard, Gate } from './broker';
import { end, factsOf, filtersOf, isRepeated, ownReason, peerOf, type Session, watch } from './session';
import { Throttle } from './throttle';

interface Options {
  host: string;
  /** 0: any free port; undefined: WebSocket only. */
  port: number | undefined;
  now: () => number;
  log: Logger;
}

interface EmbeddedBroker extends Broker {
  /** The TCP port it listens on. */
  readonly port: number;
}

const SERVER_UNAVAILABLE = 3;
const BAD_USER_NAME_OR_PASSWORD = 4;
/** Subscriptions per device, all below its own `down/`. */
const MAX_FILTERS = 50;
const CONNECT_TIMEOUT_MS = 10_000;
/** A device that does not read its messages for this long is disconnected. */
const DRAIN_TIMEOUT_MS = 30_000;
/** Detects dead connections of devices that have MQTT's own keepalive switched off. */
const TCP_KEEPALIVE_MS = MINUTE_MS;
const RETRY_MS = 1000;
/** How long a device may take to subscribe after it connected. */
const SUBSCRIBES_WITHIN_MS = 2000;

/** MQTT 3.1.1 inside this process (aedes): over TCP, and over WebSocket on the HTTP port. @throws the error of `listen` */
export async function openEmbeddedBroker(gate: Gate, { host, port, now, log }: Options): Promise<EmbeddedBroker> {
  const { Aedes } = await import('aedes');
  const sessions = new Map<string, Session>();
  const sessionOf = new WeakMap<Client, Session>();
  /** Client addresses of WebSocket connections, which may come through a proxy. */
  const addresses = new WeakMap<Client, string>();
  const wishes = new WeakMap<Client, { keepalive: number; cleanStart: boolean }>();
  const messages = new Throttle(DEVICE_RATE);
  const frames = new Throttle(FRAME_RATE);
  const watched = new Map<string, Set<DepthHeard>>();
  let unwatchedFrame = (_appKey: string, _sn: string, _payload: Buffer) => {};

  const aedes: Aedes = await Aedes.createBroker({
    concurrency: 100_000,
    queueLimit: 1000,
    maxClientsIdLength: 128,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    preConnect: (client, packet, done) => {
      wishes.set(client, { keepalive: packet.keepalive ?? 0, cleanStart: packet.clean ?? true });
      // A persistent session would keep undelivered messages in memory for ever and, in aedes 1.2, also subscriptions that were refused.
      packet.clean = true;
      if (packet.will && !isOwnTopic(packet.clientId, packet.will.topic)) packet.will = undefined;
      done(null, true);
    },
    authenticate: (client, username = '', password, done) => {
      const attempt = {
        clientId: client.id,
        username,
        password: String(password ?? ''),
        address: peerOf(client, addresses.get(client)).address,
      };
      gate.admit(attempt).then(
        (admission) => {
          if (!admission) done(refusal(BAD_USER_NAME_OR_PASSWORD), false);
          else begin(client, admission, () => done(null, true));
        },
        (error) => {
          log.error({ err: error }, 'a device could not be authenticated');
          done(refusal(SERVER_UNAVAILABLE), false);
        },
      );
    },
    authorizePublish: (client, packet, done) => {
      accept(client, packet).then(
        () => done(null),
        (error) => done(error),
      );
    },
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessionOf.get(client);
      const filter = subscription.topic;
      const isOwn = session !== undefined && maySubscribe(session, filter);
      const granted = isOwn && session.filters.add(filter).size <= MAX_FILTERS;
      // Stored as an event: most MQTT libraries do not report a refused subscription.
      if (session && !granted) {
        announce(session);
        gate
          .subscriptionRefused({ clientId: client.id, filter, most: isOwn ? MAX_FILTERS : undefined, address: session.address })
          .catch((error) => log.warn({ err: error }, 'a refused subscription could not be told'));
      }
      done(null, granted ? subscription : null);
    },
    authorizeForward: (client, packet) => {
      const session = sessionOf.get(client);
      if (session) session.sent++;
      return packet;
    },
  });

  // Device messages are not routed any further: only the platform receives them, and `accept` has handed them over already.
  const publish = aedes.publish.bind(aedes);
  aedes.publish = (packet: PublishPacket, from: unknown, done?: (error?: Error) => void) =>
    done ? done() : publish(packet, from as () => void);

  // A session begins here and ends when its connection closes, independent of aedes; a second one of the same device replaces the first.
  function begin(client: Client, { lastConnectedAt }: Admission, admitted: () => void) {
    if (client.closed) return;
    const { appKey = '', sn = '' } = parseClientId(client.id) ?? {};
    const session: Session = {
      client,
      appKey,
      sn,
      connectedAt: Math.max(now(), lastConnectedAt + 1, (sessions.get(client.id)?.connectedAt ?? 0) + 1),
      ...peerOf(client, addresses.get(client)),
      ...(wishes.get(client) ?? { keepalive: 0, cleanStart: true }),
      received: 0,
      sent: 0,
      filters: new Set(),
      ended: new Promise((ended) => client.conn.once('close', () => tellEnd(session).then(ended))),
    };
    const replaced = sessions.get(client.id);
    sessionOf.set(client, session);
    sessions.set(client.id, session);
    if (!replaced) return admitted();
    end(replaced, session.cleanStart ? 'discarded' : 'takenover');
    replaced.client.close(admitted);
  }

  async function tellEnd(session: Session) {
    const { client, connectedAt, address, topic } = session;
    const at = now();
    const reason = session.reason ?? ownReason(client);
    await tell(() => gate.disconnected({ clientId: client.id, connectedAt, at, reason, address, topic }));
    if (sessions.get(client.id) === session) sessions.delete(client.id);
  }

  // A quick device publishes before aedes emits `clientReady`: "connected" must still be reported before its messages.
  function announce(session: Session | undefined) {
    if (!session || session.isAnnounced) return;
    session.isAnnounced = true;
    const { client, connectedAt, address } = session;
    void tell(() => gate.connected({ clientId: client.id, connectedAt, address }));
  }

  aedes.on('clientReady', (client) => announce(sessionOf.get(client)));
  aedes.on('keepaliveTimeout', (client) => void end(sessionOf.get(client), 'keepalive_timeout'));
  // Lost connections are normal; they are reported when the session ends.
  aedes.on('clientError', (_, error) => log.debug({ err: error }, 'a device connection failed'));
  aedes.on('connectionError', (_, error) => log.debug({ err: error }, 'a connection failed before it was a device'));

  // A connection report may be late or repeated, but must not get lost: it waits while the database is down.
  async function tell(news: () => Promise<void>) {
    for (;;) {
      try {
        return await news();
      } catch (error) {
        log.error({ err: error }, 'a connection could not be recorded yet');
        if (aedes.closed) return;
        await pause(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async function accept(client: Client | null, packet: PublishPacket) {
    // Without a client, the platform itself publishes.
    if (!client) return;
    const session = sessionOf.get(client);
    const { topic } = packet;
    const payload = packet.payload as Buffer;
    if (!session || !isOwnTopic(client.id, topic)) throw end(session, 'not_authorized', `${client.id} may not publish there`, topic);
    announce(session);
    session.received++;
    const isFrame = topic.endsWith('/depth/frame');
    if (!isFrame && payload.length > MAX_PAYLOAD_BYTES)
      throw end(session, 'bad_payload', `${client.id} sent ${payload.length} bytes`, topic);
    if (!(isFrame ? frames : messages).take(client.id, now())) throw end(session, 'rate_limited', `${client.id} sends too fast`);
    if (isRepeated(client, packet)) return;
    if (isFrame || topic.endsWith('/depth/state')) hearDepth(session, isFrame, payload);
    await gate.received({ topic, payload, address: session.address }).catch((error) => {
      throw end(session, 'internal_error', (error as Error).message);
    });
  }

  function hearDepth({ client: { id }, appKey, sn }: Session, isFrame: boolean, payload: Buffer) {
    const listeners = watched.get(id);
    if (!listeners && isFrame) unwatchedFrame(appKey, sn, payload);
    for (const heard of listeners ?? []) isFrame ? heard.frame(payload) : heard.state(payload);
  }

  function handle(conn: Duplex, request?: IncomingMessage, address?: string) {
    const client = aedes.handle(conn, request);
    if (address !== undefined) addresses.set(client, address);
    watch(client, () => end(sessionOf.get(client), 'bad_payload'));
  }

  const tcp = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: TCP_KEEPALIVE_MS }, (socket) => handle(socket));
  if (port !== undefined) {
    await new Promise<void>((listening, failed) => tcp.once('error', failed).listen(port, host, listening));
    tcp.on('error', (error) => log.error({ err: error }, 'a device could not be let in'));
  }
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES + MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => [...offered].find((name) => name.startsWith('mqtt')) ?? false,
  });

  return {
    unseenEnd: 'platform_restarted',
    get port() {
      const address = tcp.address();
      return address && typeof address === 'object' ? address.port : 0;
    },
    isReachable: () => !aedes.closed,
    onReachable: () => () => {},
    connections: () => sessions.size,
    publish: async (topic, payload) => {
      const [, appKey = '', sn = ''] = topic.split('/');
      if (!sessions.has(clientIdOf(appKey, sn))) return;
      const packet = { cmd: 'publish', topic, payload: Buffer.from(JSON.stringify(payload)), qos: 1, retain: false, dup: false } as const;
      publish(packet, (error) => error && log.warn({ err: error }, 'a device could not be told something'));
    },
    isHeard: (topic) => {
      const [, appKey = '', sn = ''] = topic.split('/');
      const session = sessions.get(clientIdOf(appKey, sn));
      if (!session || session.client.closed) return undefined;
      const isHeard = filtersOf(session.client).some((filter) => isHeardBy(filter, topic));
      return isHeard || now() - session.connectedAt > SUBSCRIBES_WITHIN_MS ? isHeard : undefined;
    },
    client: async (clientId) => {
      const session = sessions.get(clientId);
      return session && !session.client.closed ? factsOf(session) : undefined;
    },
    liveClients: async (ofProject) =>
      [...sessions.entries()]
        .filter(([, { appKey }]) => ofProject === undefined || appKey === ofProject)
        .map(([clientId, { connectedAt }]) => ({ clientId, connectedAt })),
    kick: async (clientId) => {
      const session = sessions.get(clientId);
      end(session, 'kicked');
      session?.client.close();
    },
    watchDepth: (appKey, sn, heard) => {
      const clientId = clientIdOf(appKey, sn);
      const listeners = watched.get(clientId) ?? new Set();
      watched.set(clientId, listeners.add(heard));
      return () => {
        listeners.delete(heard);
        if (listeners.size === 0 && watched.get(clientId) === listeners) watched.delete(clientId);
      };
    },
    onUnwatchedFrame: (listener) => {
      unwatchedFrame = listener;
    },
    // No check of the origin: devices authenticate inside MQTT, and cookies are not used here.
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, address: string) => {
      webSockets.handleUpgrade(request, socket, head, (webSocket) => handle(createWebSocketStream(webSocket), request, address));
    },
    close: async () => {
      tcp.close();
      const open = [...sessions.values()];
      for (const session of open) end(session, 'platform_restarted');
      await new Promise<void>((closed) => aedes.close(closed));
      for (const { client } of open) client.conn.destroy();
      await Promise.all(open.map(({ ended }) => ended));
      webSockets.close();
    },
  };
}

/** Is the topic below `up/` of the device with this client id? */
function isOwnTopic(clientId: string, topic: string): boolean {
  const up = parseUpTopic(topic);
  return up !== undefined && clientIdOf(up.appKey, up.sn) === clientId;
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode });
}
