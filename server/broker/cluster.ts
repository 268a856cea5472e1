import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt from 'mqtt';
import type { Logger } from 'pino';
import { Birth, clientIdOf, parseUpTopic, UP_FILTERS } from '../../contract/topics';
import { BusinessError } from '../errors';
import type { Broker, Gate } from './broker';
import { watchDepthOf } from './depth-consumer';
import { openEmqxApi } from './emqx-api';
import { readJson } from './payload';

interface Options {
  /** `mqtt://user:password@host:1883` */
  url: string;
  /** EMQX 5 REST; without it the broker can be neither asked about clients nor told to disconnect one. */
  api?: { url: string; key: string; secret: string };
  /** Does the broker report connections and disconnections (emqx.ts)? Otherwise births and wills are used. */
  tellsSessions: boolean;
  now: () => number;
  log: Logger;
}

/** Everything under `up/` except frames, which are subscribed per device while somebody watches. */
const TOPICS = UP_FILTERS.filter((name) => name !== 'depth/frame').map((name) => `$share/platform/v1/+/+/up/${name}`);
/** mqtt.js delivers one message at a time; several connections let one commit store several messages. */
const CONSUMERS = 16;
const RETRY_MS = 1000;
/** How long the start waits for the broker; after that the platform starts without it, and logs it. */
const PATIENCE_MS = 3000;
/** A will and the birth after it may reach different instances in any order: a will ends no session that began this shortly before it. */
const WILL_GRACE_MS = 1000;

/** Devices connect to a cluster (EMQX 5, or any broker with shared subscriptions); the platform's instances share their messages. */
export async function openCluster(gate: Gate, { url, api: apiOptions, tellsSessions, now, log }: Options): Promise<Broker> {
  const api = apiOptions && openEmqxApi({ ...apiOptions, log });
  const subscribed = new Set<mqtt.MqttClient>();
  const changes = new EventEmitter().setMaxListeners(0);
  let closed = false;
  const consumers = Array.from({ length: CONSUMERS }, consume);
  const depth = watchDepthOf(url, log);
  const isReachable = () => subscribed.size > 0;

  /** Once for each reason: the broker is tried every second, by several connections. */
  let toldFailure = '';
  function tellFailure({ message, code }: Error & { code?: string | number }) {
    const reason = message || String(code);
    if (reason === toldFailure) return;
    toldFailure = reason;
    log.warn({ reason }, 'the broker of MQTT_URL cannot be reached, and is tried again every second');
  }

  function consume() {
    const client = mqtt.connect(url, {
      protocolVersion: 5,
      // With a persistent session, an instance that is down would keep its share of the messages from the others.
      clean: true,
      resubscribe: false,
      reconnectPeriod: RETRY_MS,
      keepalive: 30,
      customHandleAcks: (topic, payload, _packet, done) => void keep(topic, payload).then((kept) => kept && done(0)),
    });
    client.on('connect', () => void subscribe(client));
    client.on('close', () => {
      if (subscribed.delete(client) && subscribed.size === 0) changes.emit('change');
    });
    client.on('error', tellFailure);
    // QoS 0 messages do not pass `customHandleAcks`; they are stored all the same.
    client.on('message', (topic, payload, { qos }) => {
      if (qos === 0) void receive(topic, payload).catch((error) => log.warn({ err: error }, 'a message could not be stored'));
    });
    return client;
  }

  async function subscribe(client: mqtt.MqttClient) {
    try {
      await client.subscribeAsync(TOPICS, { qos: 1 });
      subscribed.add(client);
      toldFailure = '';
      if (subscribed.size === 1) changes.emit('change');
    } catch (error) {
      if (closed || !client.connected) return;
      log.error({ err: error }, 'the broker refused the subscription');
      setTimeout(() => client.reconnect(), RETRY_MS).unref();
    }
  }

  // A message is acknowledged only once stored: while the database is down, the broker keeps it.
  async function keep(topic: string, payload: Buffer): Promise<boolean> {
    while (!closed) {
      try {
        await receive(topic, payload);
        return true;
      } catch (error) {
        log.warn({ err: error }, 'a message could not be stored yet');
        await pause(RETRY_MS, undefined, { ref: false });
      }
    }
    return false;
  }

  async function receive(topic: string, payload: Buffer) {
    if (!tellsSessions) await witnessBirth(topic, payload);
    await gate.received({ topic, payload });
  }

  async function witnessBirth(topic: string, payload: Buffer) {
    const up = parseUpTopic(topic);
    if (up?.name !== 'status') return;
    const birth = birthIn(payload);
    const clientId = clientIdOf(up.appKey, up.sn);
    if (birth?.online === false && birth.reason === 'normal') await gate.disconnected({ clientId, at: now(), reason: 'normal' });
    else if (birth?.online === false) await gate.disconnected({ clientId, at: now() - WILL_GRACE_MS, reason: 'tcp_closed' });
    else if (birth) await gate.connected({ clientId, connectedAt: now(), address: '' });
  }

  if (!isReachable()) {
    const arrived = new Promise((reached) => changes.once('change', reached));
    await Promise.race([arrived, pause(PATIENCE_MS, undefined, { ref: false })]);
    if (!isReachable()) log.error('the broker of MQTT_URL cannot be reached yet');
  }

  return {
    unseenEnd: 'unknown',
    isReachable,
    onReachable: (listener) => {
      changes.on('change', listener);
      return () => changes.off('change', listener);
    },
    connections: () => undefined,
    publish: async (topic, payload) => {
      const [client] = subscribed;
      if (!client) throw new BusinessError('brokerUnavailable');
      await client.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
    },
    client: async (clientId) => api?.client(clientId),
    liveClients: async (appKey) => api?.liveClients(appKey && `${appKey}.`),
    kick: async (clientId) => api?.kick(clientId),
    watchDepth: depth.watch,
    close: async () => {
      closed = true;
      await depth.close();
      await Promise.all(consumers.map((client) => client.endAsync(true)));
    },
  };
}

function birthIn(payload: Buffer): Birth | undefined {
  try {
    return readJson(payload, Birth).value;
  } catch {
    // The gate reports unreadable messages.
    return undefined;
  }
}
