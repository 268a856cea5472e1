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

/** What went wrong with a device. */
interface Tale {
  device: DeviceIdentity;
  /** How often it is told of one kind. */
  limit: Throttle;
  kind: string;
  happening: Omit<Happening, 'data'>;
  /** Looked up only when it is told. */
  data?: () => object | undefined | Promise<object | undefined>;
}

/** What was left out, until the next one of its kind tells of it. */
interface Flood {
  /** The first of them. */
  tale: Tale;
  /** What its `data` came to, once it has. */
  said?: object;
  /** When the last of them was. */
  at: number;
  timer: NodeJS.Timeout;
}

/** A device that is refused tries for ever, and who pretends to be it knows no limit: told so often for each reason. */
const REFUSALS = { max: 1, windowMs: 10_000 };
/** What cannot be read is told so often for each problem with each topic: all that somebody tries by hand, and of a flood how large it was. */
const UNREADABLE = { max: 5, windowMs: 10_000 };
/** Of so many floods at once it is told how large they were though nothing comes after them. */
const MAX_FLOODS = 200;
/** Of names that are not the device's, so much is kept. */
const MAX_NAME = 128;
/** Of a topic that is not the device's, so much is kept; the longest a device may publish to has 165 characters. */
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

  // Where the broker lets a device publish below `event/` whatever the name is.
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
    // Who comes online was refused before: nobody is to read it the other way round. Only handed in, for what it says next comes after this.
    const left = news.kind === 'connected' ? [...floods] : [];
    for (const [key, { tale }] of left) if (tale.limit === refusals && tale.device.deviceId === device.deviceId) tellLate(key);
    await ingest.store({ device, at: now(), news });
  }

  // Told, not promised: nobody waits for it, and of a flood some are told. The next one says how many like it were left out.
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

  // Where no next one comes, the first that was left out is told when the window has ended, with the time of the last: its words wait,
  // and nothing of what was sent.
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

  // A little more is read than kept: of a secret at the end nothing is to be left.
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

/** Who confuses the fields gives the secret as a name: it is made unreadable. */
function namesIn({ clientId, username, password }: ConnectAttempt) {
  const names = censored({ clientId, username }, { password });
  return { clientId: names.clientId.slice(0, MAX_NAME), username: names.username.slice(0, MAX_NAME) };
}
