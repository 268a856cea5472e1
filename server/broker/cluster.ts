import { setTimeout as pause } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { z } from 'zod';
import { BrokerClient } from '../../contract/broker';
import { Birth, clientIdOf, parseUpTopic } from '../../contract/topics';
import { BusinessError } from '../errors';
import type { Broker, Gate } from './broker';
import { readJson } from './payload';

interface Options {
  /** `mqtt://user:password@host:1883` */
  url: string;
  /** EMQX 5 REST; without it the broker can be neither asked about a client nor told to end one. */
  api?: { url: string; key: string; secret: string };
  now: () => number;
  log: Logger;
}

/** Everything under `up/` but frames, which are subscribed for a device while somebody looks. */
const TOPICS = ['status', 'telemetry', 'event/+', 'config/get', 'config/reported', 'depth/state', 'upgrade/progress'].map(
  (name) => `$share/platform/v1/+/+/up/${name}`,
);
/** mqtt.js hands over one message after another: several connections let a commit carry several. */
const CONSUMERS = 8;
const RETRY_MS = 1000;
const API_TIMEOUT_MS = 5000;
const PAGE = 1000;

/**
 * Devices connect to a cluster (EMQX 5, or any broker with shared subscriptions); the platform's instances share what they say.
 * Sessions are told by EMQX (emqx.ts); where there is no EMQX API, by birth and will.
 */
export async function openCluster(gate: Gate, { url, api, now, log }: Options): Promise<Broker> {
  const consumers = await Promise.all(Array.from({ length: CONSUMERS }, connect));
  const [first] = consumers as [MqttClient];

  async function connect() {
    const client = await connectAsync(
      url,
      {
        protocolVersion: 5,
        clean: true,
        reconnectPeriod: RETRY_MS,
        keepalive: 30,
        customHandleAcks: (topic, payload, _packet, done) => keep(topic, payload, done),
      },
      true,
    );
    client.on(
      'connect',
      () =>
        void client.subscribeAsync(TOPICS, { qos: 1 }).catch((error) => log.error({ err: error }, 'the broker refused the subscription')),
    );
    client.on('error', (error) => log.warn({ err: error }, 'the connection to the broker failed'));
    // A message at QoS 0 is not acknowledged, but kept all the same.
    client.on('message', (topic, payload, { qos }) => {
      if (qos === 0) void receive(topic, payload).catch((error) => log.warn({ err: error }, 'a message could not be stored'));
    });
    if (client.connected) await client.subscribeAsync(TOPICS, { qos: 1 });
    return client;
  }

  // Not acknowledged before it is stored; while the database is away, the broker waits.
  async function keep(topic: string, payload: Buffer, done: (error: number, code?: number) => void) {
    for (;;) {
      try {
        await receive(topic, payload);
        return done(0);
      } catch (error) {
        log.warn({ err: error }, 'a message could not be stored yet');
        await pause(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async function receive(topic: string, payload: Buffer) {
    if (!api) await witnessBirth(topic, payload);
    await gate.received({ topic, payload });
  }

  async function witnessBirth(topic: string, payload: Buffer) {
    const up = parseUpTopic(topic);
    if (up?.name !== 'status') return;
    const online = isOnline(payload);
    if (online === undefined) return;
    const clientId = clientIdOf(up.appKey, up.sn);
    if (online) await gate.connected({ clientId, connectedAt: now(), address: '' });
    else await gate.disconnected({ clientId, at: now(), reason: 'tcp_closed' });
  }

  async function ask(path: string, method: 'GET' | 'DELETE' = 'GET') {
    if (!api) return undefined;
    const response = await fetch(`${api.url.replace(/\/$/, '')}/api/v5${path}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${api.key}:${api.secret}`).toString('base64')}` },
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    }).catch((error) => {
      log.warn({ err: error }, 'the broker does not answer');
      throw new BusinessError('brokerUnavailable');
    });
    if (response.status === 404) return undefined;
    if (response.ok) return response.status === 204 ? {} : response.json();
    log.warn({ status: response.status }, 'the broker refused a question');
    throw new BusinessError('brokerUnavailable');
  }

  async function pagesOf(query: string) {
    const found: { clientId: string; connectedAt?: number }[] = [];
    for (let page = 1; ; page++) {
      const answer = ClientPage.parse(
        await ask(`/clients?conn_state=connected&fields=clientid,connected_at&limit=${PAGE}&page=${page}${query}`),
      );
      found.push(...answer.data.map(({ clientid, connected_at }) => ({ clientId: clientid, connectedAt: millisecondsOf(connected_at) })));
      if (answer.data.length < PAGE) return found;
    }
  }

  return {
    unseenEnd: 'unknown',
    isReachable: () => consumers.some(({ connected }) => connected),
    publish: async (topic, payload) => {
      if (!first.connected) throw new BusinessError('brokerUnavailable');
      await first.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
    },
    client: async (clientId) => {
      const answer = await ask(`/clients/${encodeURIComponent(clientId)}`);
      if (answer === undefined) return undefined;
      const client = BrokerClient.parse(answer);
      return client.connected ? client : undefined;
    },
    liveClients: async (appKey) => (api ? pagesOf(appKey ? `&like_clientid=${encodeURIComponent(`${appKey}.`)}` : '') : undefined),
    kick: async (clientId) => {
      await ask(`/clients/${encodeURIComponent(clientId)}`, 'DELETE');
    },
    close: async () => {
      await Promise.all(consumers.map((client) => client.endAsync(true)));
    },
  };
}

const ClientPage = z.object({
  data: z.array(z.looseObject({ clientid: z.string(), connected_at: z.union([z.string(), z.number()]).nullish() })),
});

/** EMQX writes times as ISO 8601 or as milliseconds since the epoch. */
export function millisecondsOf(time: string | number | null | undefined): number | undefined {
  if (time === null || time === undefined) return undefined;
  const ms = typeof time === 'number' ? time : /^\d+$/.test(time) ? Number(time) : Date.parse(time);
  return Number.isFinite(ms) ? ms : undefined;
}

function isOnline(payload: Buffer): boolean | undefined {
  try {
    return readJson(payload, Birth).value.online !== false;
  } catch {
    return undefined;
  }
}
