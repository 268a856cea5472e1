import { timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';
import type { Reason } from '../../contract/event';
import { Birth, MAX_PAYLOAD_BYTES, NamedEvent, parseClientId, parseUpTopic, Telemetry, type UpTopic } from '../../contract/topics';
import type { Database } from '../db/database';
import { hashOf } from '../secrets';
import type { ConnectAttempt, Gate } from './broker';
import type { DeviceIdentity, Happening } from './entry';
import type { Ingest } from './ingest';
import { PayloadError, readJson } from './payload';
import { admittedSns, deviceOf } from './queries';
import { Throttle } from './throttle';

interface Parts {
  db: Database;
  ingest: Ingest;
  log: Logger;
  metrics: Registry;
  now: () => number;
  /** A device connected that may not: it was disabled or deleted while it was being admitted. */
  unwelcome: (clientId: string) => void;
}

/** The same device is told of as refused, or as sending what cannot be read, at most this often. */
const TELL_EVERY_MS = 10_000;
/** Wrong secrets of one client from one address before it is refused unasked, and for how long. */
const WRONG_TRIES = { max: 20, windowMs: 10_000 };
/** Connections of one device, and of one address: a reconnect storm is somebody's loop, a whole factory behind one address is not. */
const DEVICE_CONNECTS = { max: 60, windowMs: 60_000 };
const ADDRESS_CONNECTS = { max: 5000, windowMs: 10_000 };
/** How long a device's place in the database is remembered. A deleted device's id is never used again. */
const KNOWN_FOR_MS = 60_000;

const ConfigReport = z.looseObject({
  version: z.int(),
  state: z.unknown(),
  result: z.enum(['ok', 'partial', 'rejected']),
  errors: z.unknown(),
});
const UpgradeProgress = z.looseObject({ packetId: z.int(), stage: z.string().max(32) });
const Anything = z.looseObject({});

/** Who may connect, and what becomes of what they say: the same for every broker. */
export function openGate({ db, ingest, log, metrics, now, unwelcome }: Parts): Gate {
  const known = new Map<string, { device: DeviceIdentity; until: number }>();
  const tries = new Throttle(WRONG_TRIES);
  const ofDevice = new Throttle(DEVICE_CONNECTS);
  const ofAddress = new Throttle(ADDRESS_CONNECTS);
  const told = new Throttle({ max: 1, windowMs: TELL_EVERY_MS });
  const refusals = new Counter({ name: 'mqtt_refused_total', help: 'Connections refused', labelNames: ['reason'], registers: [metrics] });
  const messages = new Counter({
    name: 'mqtt_received_total',
    help: 'Messages received under up/',
    labelNames: ['name'],
    registers: [metrics],
  });
  const unreadable = new Counter({
    name: 'mqtt_unreadable_total',
    help: 'Messages that could not be read',
    labelNames: ['problem'],
    registers: [metrics],
  });

  async function admit({ clientId, username, password, address }: ConnectAttempt): Promise<boolean> {
    const names = parseClientId(clientId);
    if (!names || username !== clientId) return refused('malformed');
    const pair = `${clientId} ${address}`;
    if (!ofAddress.take(address, now()) || tries.isSpent(pair, now())) return refused('throttled');

    const row = await deviceOf(db, names.appKey, names.sn);
    if (!row) return refused('unknown');
    const reason: Reason | undefined = !isSecret(password, row.secretHash)
      ? 'wrong_secret'
      : row.projectStatus === 'disabled' || row.state === 'disabled'
        ? 'disabled'
        : !ofDevice.take(clientId, now())
          ? 'rate_limited'
          : undefined;
    if (!reason) {
      remember(clientId, row);
      return true;
    }
    if (reason === 'wrong_secret') tries.take(pair, now());
    tell(row, { type: 'device.refused', reason, address });
    return refused(reason);
  }

  function refused(reason: string) {
    refusals.inc({ reason });
    return false;
  }

  async function received({ topic, payload, address }: Parameters<Gate['received']>[0]) {
    const up = parseUpTopic(topic);
    if (!up) return;
    messages.inc({ name: up.name });
    if (up.name === 'depth/frame') return;
    const device = await identify(up);
    if (!device) return;

    try {
      if (payload.length > MAX_PAYLOAD_BYTES) throw new PayloadError('wrong-shape', `more than ${MAX_PAYLOAD_BYTES} bytes`);
      const { happening, packet } = meaningOf(up, payload);
      if (happening || packet) await ingest.store({ device, at: now(), happening: happening && { ...happening, address }, packet });
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      unreadable.inc({ problem: error.problem });
      tell(device, {
        type: 'device.invalid',
        name: up.name,
        address,
        data: JSON.stringify({ topic, problem: error.problem, message: error.message, bytes: payload.length }),
      });
    }
  }

  async function connected({ clientId, connectedAt, address }: Parameters<Gate['connected']>[0]) {
    await newsOf(clientId, { kind: 'connected', connectedAt, address });
    const names = parseClientId(clientId);
    if (names && !(await admittedSns(db, names.appKey, [names.sn])).has(names.sn)) unwelcome(clientId);
  }

  async function disconnected({ clientId, connectedAt, at, reason }: Parameters<Gate['disconnected']>[0]) {
    await newsOf(clientId, { kind: 'disconnected', connectedAt, at, reason });
  }

  async function witnessed({ clientId, connectedAt, asked, reason }: Parameters<Gate['witnessed']>[0]) {
    await newsOf(clientId, connectedAt === undefined ? { kind: 'absent', asked, reason } : { kind: 'connected', connectedAt });
  }

  async function newsOf(clientId: string, news: NonNullable<Parameters<Ingest['store']>[0]['news']>) {
    const names = parseClientId(clientId);
    const device = names && (await identify(names));
    if (device) await ingest.store({ device, at: now(), news });
  }

  async function identify({ appKey, sn }: { appKey: string; sn: string }): Promise<DeviceIdentity | undefined> {
    const clientId = `${appKey}.${sn}`;
    const kept = known.get(clientId);
    if (kept && kept.until > now()) return kept.device;
    const row = await deviceOf(db, appKey, sn);
    return row && remember(clientId, row);
  }

  function remember(clientId: string, { deviceId, applicationId, sn }: DeviceIdentity): DeviceIdentity {
    if (known.size > 100_000) known.clear();
    const device = { deviceId, applicationId, sn };
    known.set(clientId, { device, until: now() + KNOWN_FOR_MS });
    return device;
  }

  // Told, not promised: nobody waits for it, and a flood is told of once.
  function tell(device: DeviceIdentity, happening: Happening) {
    if (!told.take(`${device.deviceId} ${happening.type}`, now())) return;
    ingest.store({ device, at: now(), happening }).catch((error) => log.warn({ err: error }, 'a refusal could not be stored'));
  }

  return { admit, received, connected, disconnected, witnessed };
}

function isSecret(password: string, secretHash: string) {
  return timingSafeEqual(Buffer.from(hashOf(password)), Buffer.from(secretHash));
}

/** What a message means for the device's story; nothing of it is kept where nothing is returned. @throws PayloadError */
function meaningOf({ name, event }: UpTopic, payload: Buffer): { happening?: Happening; packet?: { name: string; version: string } } {
  switch (name) {
    case 'status': {
      const { value, text } = readJson(payload, Birth);
      // The will, or a farewell: the end of the connection itself is what counts.
      if (value.online === false) return {};
      return { happening: { type: 'device.status', data: text }, packet: value.packet };
    }
    case 'telemetry':
      return { happening: { type: 'device.telemetry', data: readJson(payload, Telemetry).text } };
    case 'event':
      return { happening: { type: 'device.event', name: event, data: readJson(payload, NamedEvent).text } };
    case 'config/reported': {
      const { value, text } = readJson(payload, ConfigReport);
      return { happening: { type: value.result === 'rejected' ? 'device.config.rejected' : 'device.config.applied', data: text } };
    }
    case 'upgrade/progress': {
      const { value, text } = readJson(payload, UpgradeProgress);
      if (value.stage === 'succeeded') return { happening: { type: 'device.upgrade.succeeded', data: text } };
      return value.stage === 'failed' ? { happening: { type: 'device.upgrade.failed', data: text } } : {};
    }
    default:
      readJson(payload, Anything);
      return {};
  }
}
