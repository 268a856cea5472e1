import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { clientIdOf, parseClientId, parseUpTopic } from '../../contract/topics';
import type { Database } from '../db/database';
import type { Configs } from '../device-config/configs';
import { censored } from '../device-config/twin';
import { openAdmission } from './admission';
import type { ConnectAttempt, Gate } from './broker';
import type { DeviceIdentity, Entry, Happening } from './entry';
import { Identities } from './identities';
import type { Ingest } from './ingest';
import { meaningOf } from './meaning';
import { PayloadError } from './payload';
import { Throttle } from './throttle';

interface Parts {
  db: Database;
  ingest: Ingest;
  configs: Configs;
  log: Logger;
  metrics: Registry;
  now: () => number;
  /** A device connected that may not: it was disabled or deleted, or given another secret, while it was being admitted. */
  unwelcome: (clientId: string) => void;
}

/** The gate, and what the platform's own side of it needs. */
interface OpenGate extends Gate {
  /** A device was deleted: what is remembered of it is void. */
  forget(clientId: string): void;
  close(): void;
}

/** A problem of a device, to be stored as an event. */
interface Tale {
  device: DeviceIdentity;
  /** How many events of one kind are stored. */
  limit: Throttle;
  kind: string;
  happening: Omit<Happening, 'data'>;
  /** Lazy: most events of a flood are left out. */
  data?: () => object | undefined | Promise<object | undefined>;
}

/** The events of one kind that were left out, until the next one gives their number. */
interface Flood {
  /** The first event that was left out. */
  tale: Tale;
  /** The `data` of `tale`, once resolved. */
  said?: object;
  /** The time of the last event that was left out. */
  at: number;
  timer: NodeJS.Timeout;
}

/** Events per reason. A refused device tries for ever, and somebody who pretends to be it even more often. */
const REFUSALS = { max: 1, windowMs: 10_000 };
/** Events per problem and topic: enough for everything that is tried by hand; of a flood the number is stored. */
const UNREADABLE = { max: 5, windowMs: 10_000 };
/** For this many floods at once the number is stored even if no further event follows. */
const MAX_FLOODS = 200;
/** Foreign names are cut to this length. */
const MAX_NAME = 128;
/** Foreign topics are cut to this length; the longest a device may publish to has 165 characters. */
const MAX_TOPIC = 256;

const STRANGE = /^v1\/([^/]+)\/([^/]+)\/up\/(.+)$/s;
const WRONG_TOPIC = {
  'zh-CN': '协议没有这个主题；事件名只能用字母、数字、“_”和“-”，最多 64 个字符',
  'en-US': 'the protocol has no such topic; the name of an event has letters, digits, “_” and “-” only, at most 64',
};

/** Who may connect, and what becomes of what they say: the same for every broker. */
export function openGate({ db, ingest, configs, log, metrics, now, unwelcome }: Parts): OpenGate {
  const devices = new Identities(db, now);
  const refusals = new Throttle(REFUSALS);
  const invalids = new Throttle(UNREADABLE);
  const floods = new Map<string, Flood>();
  const { admit, mayStay, whyKicked, withoutSecret } = openAdmission({
    db,
    metrics,
    now,
    admitted: (clientId, device) => devices.found(clientId, device),
    refused: (device, reason, attempt) =>
      tell({
        device,
        limit: refusals,
        kind: reason,
        happening: { type: 'device.refused', reason, address: attempt.address },
        ...(reason === 'names_differ' && { data: () => namesIn(attempt) }),
      }),
  });
  const counter = (name: string, help: string, label: string) => new Counter({ name, help, labelNames: [label], registers: [metrics] });
  const messages = counter('mqtt_received_total', 'Messages received under up/', 'name');
  const unreadable = counter('mqtt_unreadable_total', 'Messages that could not be read', 'problem');

  async function received({ topic, payload, address }: Parameters<Gate['received']>[0]) {
    const up = parseUpTopic(topic);
    if (!up) return strange(topic, payload, address);
    messages.inc({ name: up.name });
    if (up.name === 'depth/frame') return;
    const device = await devices.find(up.appKey, up.sn);
    if (!device) return;

    try {
      const { asks, report, packet, camera, progress, ...meaning } = meaningOf(up, payload);
      if (asks !== undefined) await configs.asked({ ...device, appKey: up.appKey }, asks);
      const happening = report ? await configs.reported(device, report) : meaning.happening;
      if (!happening && !packet && !progress) return;
      await ingest.store({ device, at: now(), happening: happening && { ...happening, address }, packet, camera, progress });
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      const { problem, say } = error;
      unreadable.inc({ problem });
      tell({
        device,
        limit: invalids,
        kind: `${up.name} ${problem}`,
        happening: { type: 'device.invalid', name: up.name, address },
        data: () => {
          const messages = { 'zh-CN': say('zh-CN'), 'en-US': say('en-US') };
          return { topic, problem, message: messages['en-US'], messages, bytes: payload.length };
        },
      });
    }
  }

  // For brokers that let a device publish any name below `event/`.
  async function strange(topic: string, payload: Buffer, address?: string) {
    const [, appKey, sn, name] = STRANGE.exec(topic) ?? [];
    const device = appKey && sn && (await devices.find(appKey, sn));
    if (!device || !name) return;
    unreadable.inc({ problem: 'wrong-topic' });
    tell({
      device,
      limit: invalids,
      kind: 'wrong-topic',
      happening: { type: 'device.invalid', name: name.slice(0, MAX_NAME), address },
      data: async () => ({
        topic: await keptOf(clientIdOf(appKey, sn), topic),
        problem: 'wrong-topic',
        message: WRONG_TOPIC['en-US'],
        messages: WRONG_TOPIC,
        bytes: payload.length,
      }),
    });
  }

  async function hear(clientId: string, news: NonNullable<Entry['news']>) {
    const names = parseClientId(clientId);
    const device = names && (await devices.find(names.appKey, names.sn));
    if (!device) return;
    // Pending refusals came before this connection, so they are stored first. Not awaited: the device's next messages must come after it.
    const left = news.kind === 'connected' ? [...floods] : [];
    for (const [key, { tale }] of left) if (tale.limit === refusals && tale.device.deviceId === device.deviceId) tellLate(key);
    await ingest.store({ device, at: now(), news });
  }

  // Best effort: nobody waits for it, and of a flood only some events are stored. The next one gives the number that was left out.
  function tell(tale: Tale) {
    const { device, limit, kind } = tale;
    const key = `${device.deviceId} ${kind}`;
    const at = now();
    const more = limit.leftOut(key);
    if (!limit.take(key, at)) return wait(key, tale, at);
    stopWaiting(key);
    Promise.resolve(tale.data?.())
      .then((said) => write(tale, said, at, more))
      .catch(notStored);
  }

  function write({ device, happening }: Tale, said: object | undefined, at: number, more: number) {
    const all = more > 0 ? { ...said, more } : said;
    return ingest.store({ device, at, happening: { ...happening, data: all && JSON.stringify(all) } });
  }

  const notStored = (error: unknown) => log.warn({ err: error }, 'a refusal could not be stored');

  // If no further event follows, the first one that was left out is stored at the end of the window, with the time of the last one. Only
  // its `data` is kept until then, not the message.
  function wait(key: string, tale: Tale, at: number) {
    const known = floods.get(key);
    if (known) known.at = at;
    if (known || floods.size >= MAX_FLOODS) return;
    const flood: Flood = { tale, at, timer: setTimeout(() => tellLate(key), tale.limit.limit.windowMs).unref() };
    floods.set(key, flood);
    Promise.resolve(tale.data?.()).then(
      (said) => {
        flood.said = said;
      },
      () => {},
    );
  }

  function tellLate(key: string) {
    const flood = floods.get(key);
    if (!flood) return;
    const { tale, said, at } = flood;
    const more = tale.limit.leftOut(key) - 1;
    stopWaiting(key);
    tale.limit.begin(key, now());
    write(tale, said, at, more).catch(notStored);
  }

  function stopWaiting(key: string) {
    clearTimeout(floods.get(key)?.timer);
    floods.delete(key);
  }

  // More text is censored than is kept: a secret that is cut off at the end would not be recognized.
  const keptOf = async (clientId: string, topic: string) =>
    (await withoutSecret(clientId, topic.slice(0, 2 * MAX_TOPIC))).slice(0, MAX_TOPIC);

  return {
    admit,
    received,
    subscriptionRefused: async ({ clientId, filter, most, address }) => {
      const names = parseClientId(clientId);
      const device = names && (await devices.find(names.appKey, names.sn));
      if (!device) return;
      tell({
        device,
        limit: invalids,
        kind: 'subscription',
        happening: { type: 'device.subscription.refused', address },
        data: async () => ({
          topic: await keptOf(clientId, filter),
          ...(most === undefined ? { allowed: `v1/${names.appKey}/${names.sn}/down/#` } : { most }),
        }),
      });
    },
    connected: async ({ clientId, connectedAt, address }) => {
      await hear(clientId, { kind: 'connected', connectedAt, address });
      const names = parseClientId(clientId);
      if (!names) return;
      if (!(await mayStay(clientId))) return unwelcome(clientId);
      const device = await devices.find(names.appKey, names.sn);
      if (device) configs.connected({ ...device, appKey: names.appKey });
    },
    disconnected: async ({ clientId, connectedAt, at, reason, address, topic }) => {
      const why = reason === 'kicked' ? await whyKicked(clientId, connectedAt) : reason;
      await hear(clientId, {
        kind: 'disconnected',
        connectedAt,
        at,
        reason: why,
        address,
        topic: topic && (await keptOf(clientId, topic)),
      });
    },
    witnessed: ({ clientId, connectedAt, asked, reason }) =>
      hear(clientId, connectedAt === undefined ? { kind: 'absent', asked, reason } : { kind: 'connected', connectedAt }),
    forget: (clientId) => devices.forget(clientId),
    close: () => {
      for (const key of floods.keys()) stopWaiting(key);
    },
  };
}

/** A client that mixes up the fields sends the secret as a name: it is censored. */
function namesIn({ clientId, username, password }: ConnectAttempt) {
  const names = censored({ clientId, username }, { password });
  return { clientId: names.clientId.slice(0, MAX_NAME), username: names.username.slice(0, MAX_NAME) };
}
