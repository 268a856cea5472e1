import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BrokerClient } from '../../contract/broker';
import type { Reason } from '../../contract/event';

/** A connection attempt, as the broker saw it. */
export interface ConnectAttempt {
  clientId: string;
  username: string;
  password: string;
  /** The device's IP address. */
  address: string;
}

export interface Admission {
  /** The newest session known of this device, milliseconds since the epoch: a clock that was set back must not make the next one look older. */
  lastConnectedAt: number;
}

/** What the platform does for a broker; both implementations are given one. */
export interface Gate {
  /** May this client connect? Undefined when not; never says why. @throws when the database is away */
  admit(attempt: ConnectAttempt): Promise<Admission | undefined>;
  /** A message under `up/`. Resolves once what has to be kept is on the disk: only then may the broker acknowledge it. */
  received(message: { topic: string; payload: Buffer; address?: string }): Promise<void>;
  /** A device asked for a topic that it may not listen to, or for more of its own than `most`. */
  subscriptionRefused(asked: { clientId: string; filter: string; most?: number; address: string }): Promise<void>;
  /** A session began. @param session.connectedAt milliseconds since the epoch, the session's identity */
  connected(session: { clientId: string; connectedAt: number; address: string }): Promise<void>;
  /** A session ended; `connectedAt` says which, where the broker knows. @param end.topic where the device published what ended it */
  disconnected(end: {
    clientId: string;
    connectedAt?: number;
    at: number;
    reason: Reason;
    address?: string;
    topic?: string;
  }): Promise<void>;
  /** What the broker says when it is asked whether a client is there. @param asked when, milliseconds since the epoch */
  witnessed(answer: { clientId: string; connectedAt?: number; asked: number; reason: Reason }): Promise<void>;
}

export interface LiveClient {
  clientId: string;
  /** Milliseconds since the epoch; absent where the broker does not tell. */
  connectedAt?: number;
}

/** What a device says of its depth (`up/depth/…`). */
export interface DepthHeard {
  frame(payload: Buffer): void;
  state(payload: Buffer): void;
}

/** Where devices connect: inside this process, or a cluster of its own (MQTT_URL). */
export interface Broker {
  /** Why a device whose connection the platform did not see end is no longer there. */
  readonly unseenEnd: Reason;
  /** Can the platform talk to it at this moment? */
  isReachable(): boolean;
  /** Calls when `isReachable` may have changed. @returns stops that */
  onReachable(listener: () => void): () => void;
  /** How many devices are connected to this process; undefined where they connect elsewhere. */
  connections(): number | undefined;
  /**
   * To one device, QoS 1, never retained. Nothing waits here for a device that is away: what it missed is said again when it connects.
   * @throws BusinessError brokerUnavailable
   */
  publish(topic: string, payload: object): Promise<void>;
  /** Would the connected device hear what is published there? Undefined where that is not known, as it is not where devices connect elsewhere. */
  isHeard?(topic: string): boolean | undefined;
  /** What it knows of one connection; undefined when there is none. @throws BusinessError brokerUnavailable */
  client(clientId: string): Promise<BrokerClient | undefined>;
  /** Every live connection, of one project or of all; undefined where the broker cannot say. */
  liveClients(appKey?: string): Promise<LiveClient[] | undefined>;
  /** Ends a connection, if there is one. */
  kick(clientId: string): Promise<void>;
  /** Hands over a device's depth frames and states while somebody looks; unwatched frames go nowhere. @returns stops it */
  watchDepth(appKey: string, sn: string, heard: DepthHeard): () => void;
  /** Calls with frames that nobody watches, where devices connect to this process: elsewhere they do not even arrive. */
  onUnwatchedFrame?(listener: (appKey: string, sn: string, payload: Buffer) => void): void;
  /** Takes over a WebSocket upgrade of `/mqtt`, where devices may connect to this process. @param address the client's, behind whatever proxies are trusted */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  close(): Promise<void>;
}
