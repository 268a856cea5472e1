import type { IncomingMessage } from 'node:http';
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Aedes, AuthenticateError, Client, PublishPacket } from 'aedes';
import type { Logger } from 'pino';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { BrokerClient } from '../../contract/broker';
import type { Reason } from '../../contract/event';
import { DEVICE_RATE, MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES, maySubscribe, parseClientId, parseUpTopic } from '../../contract/topics';
import type { Broker, Gate } from './broker';
import { Throttle } from './throttle';

interface Options {
  host: string;
  /** 0 lets the system choose; undefined: WebSocket only. */
  port: number | undefined;
  now: () => number;
  log: Logger;
  /** Messages a device may send; DEVICE_RATE unless a bench says otherwise. */
  rate?: { max: number; windowMs: number };
}

interface EmbeddedBroker extends Broker {
  /** Where it listens. */
  readonly port: number;
}

/** One live connection and what was counted of it. */
interface Session {
  client: Client;
  appKey: string;
  sn: string;
  connectedAt: number;
  address: string;
  remotePort: number;
  keepalive: number;
  received: number;
  sent: number;
  /** Set when something other than the device ends it. */
  reason?: Reason;
}

const BAD_USER_NAME_OR_PASSWORD = 4;

/** MQTT 3.1.1 inside this process (aedes): over TCP, and over WebSocket on the HTTP port. */
export async function openEmbeddedBroker(gate: Gate, { host, port, now, log, rate = DEVICE_RATE }: Options): Promise<EmbeddedBroker> {
  const { Aedes } = await import('aedes');
  const sessions = new Map<string, Session>();
  const attempts = new WeakMap<Client, { keepalive: number }>();
  const speed = new Throttle(rate);
  let lastConnectedAt = 0;

  const aedes: Aedes = await Aedes.createBroker({
    concurrency: 100_000,
    queueLimit: 1000,
    maxClientsIdLength: 128,
    preConnect: (client, { keepalive = 0 }, done) => {
      attempts.set(client, { keepalive });
      done(null, true);
    },
    authenticate: (client, username = '', password, done) => {
      const { address } = peerOf(client);
      gate.admit({ clientId: client.id, username, password: String(password ?? ''), address }).then(
        (admitted) => (admitted ? done(null, replaces(client)) : done(refusal(), false)),
        (error) => {
          log.error({ err: error }, 'a device could not be authenticated');
          done(refusal(), false);
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
      const names = parseClientId(client.id);
      done(null, names && maySubscribe(names, subscription.topic) ? subscription : null);
    },
    authorizeForward: (client, packet) => {
      const session = sessions.get(client.id);
      if (session) session.sent++;
      return packet;
    },
  });

  // A second connection with the same client id replaces the first: aedes closes that one before it lets the new one in.
  function replaces(client: Client): true {
    const old = sessions.get(client.id);
    if (old) old.reason ??= client.clean ? 'discarded' : 'takenover';
    return true;
  }

  aedes.on('client', (client) => {
    // Sessions are told apart by when they began: no two begin in the same millisecond.
    lastConnectedAt = Math.max(now(), lastConnectedAt + 1);
    const { appKey = '', sn = '' } = parseClientId(client.id) ?? {};
    const { keepalive = 0 } = attempts.get(client) ?? {};
    sessions.set(client.id, { client, appKey, sn, connectedAt: lastConnectedAt, ...peerOf(client), keepalive, received: 0, sent: 0 });
  });

  async function accept(client: Client | null, packet: PublishPacket) {
    // Without a client it is the platform that speaks.
    if (!client) return;
    const up = parseUpTopic(packet.topic);
    const session = sessions.get(client.id);
    if (!up || `${up.appKey}.${up.sn}` !== client.id)
      throw end(session, 'not_authorized', `${client.id} may not publish to ${packet.topic}`);
    packet.retain = false;
    // The will comes after the session: it neither counts nor is limited.
    if (!session || session.client !== client) return;
    session.received++;
    if (up.name !== 'depth/frame') {
      if (packet.payload.length > MAX_PAYLOAD_BYTES) throw end(session, 'bad_payload', `${client.id} sent ${packet.payload.length} bytes`);
      if (!speed.take(client.id, now())) throw end(session, 'rate_limited', `${client.id} sends too fast`);
    }
    await gate.received({ topic: packet.topic, payload: Buffer.from(packet.payload), address: session.address });
  }

  aedes.on('clientReady', ({ id }) => {
    const session = sessions.get(id);
    if (session) keep(gate.connected({ clientId: id, connectedAt: session.connectedAt, address: session.address }));
  });
  aedes.on('keepaliveTimeout', ({ id }) => end(sessions.get(id), 'keepalive_timeout'));
  aedes.on('clientDisconnect', (client) => {
    const session = sessions.get(client.id);
    if (session?.client !== client) return;
    sessions.delete(client.id);
    const reason = session.reason ?? (hasSaidGoodbye(client) ? 'normal' : 'tcp_closed');
    keep(gate.disconnected({ clientId: client.id, connectedAt: session.connectedAt, at: now(), reason }));
  });
  // Devices break off all the time; their story is told by the disconnection.
  aedes.on('clientError', (_, error) => log.debug({ err: error }, 'a device connection failed'));
  aedes.on('connectionError', (_, error) => log.debug({ err: error }, 'a connection failed before it was a device'));

  function keep(stored: Promise<void>) {
    stored.catch((error) => log.error({ err: error }, 'a connection could not be recorded'));
  }

  const tcp = createServer({ noDelay: true }, (socket) => guardSize(aedes.handle(socket)));
  if (port !== undefined) {
    await new Promise<void>((listening, failed) => {
      tcp.once('error', failed);
      tcp.listen(port, host, listening);
    });
  }
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES + 1024,
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
    publish: (topic, payload) =>
      new Promise((published, failed) => {
        const packet = {
          cmd: 'publish' as const,
          topic,
          payload: Buffer.from(JSON.stringify(payload)),
          qos: 1 as const,
          retain: false,
          dup: false,
        };
        aedes.publish(packet, (error) => (error ? failed(error) : published()));
      }),
    client: async (clientId) => {
      const session = sessions.get(clientId);
      return session && factsOf(session);
    },
    liveClients: async (appKey) =>
      [...sessions.entries()]
        .filter(([, session]) => appKey === undefined || session.appKey === appKey)
        .map(([clientId, { connectedAt }]) => ({ clientId, connectedAt })),
    kick: async (clientId) => {
      const session = sessions.get(clientId);
      end(session, 'kicked');
      session?.client.close();
    },
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        guardSize(aedes.handle(createWebSocketStream(webSocket), request));
      });
    },
    close: async () => {
      tcp.close();
      for (const session of sessions.values()) session.reason ??= 'platform_restarted';
      await new Promise<void>((closed) => aedes.close(closed));
      webSockets.close();
    },
  };
}

/** Notes why a connection is about to end. @returns the error that ends it */
function end(session: Session | undefined, reason: Reason, message: string = reason): Error {
  if (session) session.reason ??= reason;
  return new Error(message);
}

function refusal(): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode: BAD_USER_NAME_OR_PASSWORD });
}

/** A packet says its length before it comes: a larger one than any device may send ends the connection before it is read. */
function guardSize(client: Client) {
  const { _parser: parser } = client as unknown as { _parser?: { packet?: { length: number } } };
  client.conn.on('readable', () => {
    if ((parser?.packet?.length ?? 0) > MAX_FRAME_BYTES + 1024) client.conn.destroy();
  });
}

/** Did the device send DISCONNECT? aedes keeps that to itself. */
const hasSaidGoodbye = (client: Client) => (client as unknown as { _disconnected: boolean })._disconnected;

function peerOf({ conn, req }: Client): { address: string; remotePort: number } {
  const { remoteAddress = '', remotePort = 0 } = (req?.socket ?? conn) as Socket;
  return { address: remoteAddress.replace(/^::ffff:/, ''), remotePort };
}

/** As EMQX 5 names it. */
function factsOf({ client, connectedAt, address, remotePort, keepalive, received, sent }: Session): BrokerClient {
  const { bytesRead, bytesWritten } = (client.req?.socket ?? client.conn) as Socket;
  return {
    clientid: client.id,
    username: client.id,
    connected: true,
    connected_at: new Date(connectedAt).toISOString(),
    ip_address: address,
    port: remotePort,
    proto_name: client.req ? 'MQTT over WebSocket' : 'MQTT',
    proto_ver: (client as unknown as { version: number }).version,
    keepalive,
    clean_start: client.clean,
    recv_msg: received,
    send_msg: sent,
    recv_oct: bytesRead,
    send_oct: bytesWritten,
    subscriptions_cnt: Object.keys((client as unknown as { subscriptions: object }).subscriptions).length,
  };
}
