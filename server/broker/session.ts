import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Client, PublishPacket } from 'aedes';
import type { BrokerClient } from '../../contract/broker';
import type { Reason } from '../../contract/event';
import { MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES } from '../../contract/topics';

/** One connection of an admitted device to the embedded broker, and what was counted of it. */
export interface Session {
  client: Client;
  appKey: string;
  sn: string;
  /** Milliseconds since the epoch: the session's identity. */
  connectedAt: number;
  address: string;
  port: number;
  /** Seconds. */
  keepalive: number;
  cleanStart: boolean;
  /** The platform has been told that it began. */
  isAnnounced?: boolean;
  received: number;
  sent: number;
  /** What it ever subscribed to. */
  filters: Set<string>;
  /** Set when something other than the device ends it. */
  reason?: Reason;
  /** Where it published what ended it. */
  topic?: string;
  /** Resolves when its end is known to the platform. */
  ended: Promise<void>;
}

/** Notes why a connection is about to end. @param topic where it published what ends it @returns the error that ends it */
export function end(session: Session | undefined, reason: Reason, message: string = reason, topic?: string): Error {
  if (session && !session.reason) Object.assign(session, { reason, topic });
  return new Error(message);
}

/** Why a connection ended that nobody ended from here. */
export const ownReason = (client: Client): Reason => (inside(client)._disconnected ? 'normal' : 'tcp_closed');

/** @param address where a proxy stands between, and is believed */
export function peerOf({ conn, req }: Client, address?: string): { address: string; port: number } {
  const { remoteAddress = '', remotePort = 0 } = (req?.socket ?? conn) as Socket;
  return { address: address ?? remoteAddress.replace(/^::ffff:/, ''), port: remotePort };
}

/** At QoS 2 a device that heard no answer sends the same again: is this such a repetition? */
export const isRepeated = (client: Client, { qos, messageId = 0 }: PublishPacket): boolean =>
  qos === 2 && inside(client)._inboundInflight.has(messageId);

/** A packet's fixed header, topic and properties. */
const HEADER_BYTES = 1024;

/**
 * Watches what a connection sends before it is a message.
 * @param refused what cannot be MQTT, or announces a packet larger than any device may send, ends the connection: before the packet is read
 */
export function watch(client: Client, refused: () => void) {
  const parser = inside(client)._parser;
  parser.on('error', refused);
  client.conn.on('readable', () => {
    const { cmd, length } = parser.packet;
    const most = client.connected && cmd === 'publish' ? MAX_FRAME_BYTES : MAX_PAYLOAD_BYTES;
    if (length <= most + HEADER_BYTES) return;
    refused();
    client.conn.destroy();
  });
}

/** A session as EMQX 5 names it. */
export function factsOf({ client, connectedAt, address, port, keepalive, cleanStart, received, sent }: Session): BrokerClient {
  const { bytesRead, bytesWritten } = (client.req?.socket ?? client.conn) as Socket;
  return {
    clientid: client.id,
    username: client.id,
    connected: true,
    connected_at: new Date(connectedAt).toISOString(),
    ip_address: address,
    port,
    proto_name: client.req ? 'MQTT over WebSocket' : 'MQTT',
    proto_ver: client.version,
    keepalive,
    clean_start: cleanStart,
    recv_msg: received,
    send_msg: sent,
    recv_oct: bytesRead,
    send_oct: bytesWritten,
    subscriptions_cnt: filtersOf(client).length,
  };
}

/** What it listens to. */
export const filtersOf = (client: Client): string[] => Object.keys(inside(client).subscriptions);

/** What aedes knows of a client and does not tell. */
interface Inside {
  _parser: EventEmitter & { packet: { cmd?: string; length: number } };
  /** Did it send DISCONNECT? */
  _disconnected: boolean;
  subscriptions: object;
  /** Message ids of QoS 2 that it has not released yet. */
  _inboundInflight: Set<number>;
}

const inside = (client: Client) => client as unknown as Inside;
