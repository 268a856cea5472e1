import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { StreamMessage } from '../../contract/event';
import { countsOf } from '../device/counts';
import { asDevice } from '../device/queries';
import { versionOf } from '../device-config/queries';
import type { Platform } from '../platform';
import type { Channel } from './nudge';
import { asEvent, devicesWithIds, eventsAfter, lastEventId } from './queries';

/** Changes are gathered for this long: a thousand devices coming online cause a few writes, not a thousand. */
const GATHER_MS = 200;
const HEARTBEAT_MS = 15_000;
/** Shortest interval at which pages reread callbacks and upgrades: records may change thousands of times a second. */
const AGAIN_EVERY_MS = 1000;
/** A client that missed more events than this reloads everything. */
const MAX_MISSED = 1000;
/** A client with more unread bytes than this is disconnected; it may reconnect. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** How long a client may take to read the rest of an ended stream. */
const END_MS = 2000;

interface Wanted {
  applicationId: number;
  /** All events of this device, not only state changes. */
  device?: { id: number; sn: string };
  /** From `Last-Event-ID`. */
  after?: number;
  /** Checked periodically: the stream ends after a sign-out, or once the project is no longer accessible. */
  mayGoOn: () => Promise<boolean>;
}

/**
 * Server-sent events of a project (WHATWG HTML, Server-sent events). Read from the database after each nudge, so that all instances send
 * the same, and a stream that breaks off resumes where it was.
 * @param closing ends the stream when the platform closes
 */
export async function streamEvents(reply: FastifyReply, platform: Platform, wanted: Wanted, closing: AbortSignal) {
  const { db, nudge, broker } = platform;
  const { applicationId, device, mayGoOn } = wanted;
  let last = wanted.after ?? (await lastEventId(db));
  let toldCounts = '';
  let toldDevice = '';
  let toldGone = false;
  let toldReachable: boolean | undefined;
  let telling: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let configTimer: NodeJS.Timeout | undefined;
  let endTimer: NodeJS.Timeout | undefined;
  const agains = new Map<'callbacks' | 'upgrade', NodeJS.Timeout>();

  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  write('retry: 2000\n\n');

  // A write to an ended response would be an uncaught error. A response whose client reads nothing stays ended but not closed.
  function write(text: string) {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  }

  function end() {
    if (raw.destroyed) return;
    raw.end();
    endTimer ??= setTimeout(() => raw.destroy(), END_MS);
  }

  // Every message has the current event id, so that a stream resumes from there even after quiet times.
  function send(message: StreamMessage, id = last) {
    write(`id: ${id}\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async function tellEvents() {
    const newest = await lastEventId(db);
    const rows = await eventsAfter(db, applicationId, last, MAX_MISSED, device?.id);
    if (rows.length === MAX_MISSED) {
      last = newest;
      return send({ type: 'reset' });
    }
    for (const row of rows) send({ type: 'event', event: asEvent(row) }, row.id);
    // Events of no interest are skipped for good: a project's telemetry may be thousands of rows a second.
    last = Math.max(last, newest, ...rows.map(({ id }) => id));
    // The device itself is always reread: enabling or disabling it makes no event.
    const concerned = new Set([...rows.map(({ deviceId }) => deviceId), ...(device ? [device.id] : [])]);
    const changed = await devicesWithIds(db, applicationId, [...concerned]);
    for (const { sn, state, stateSince, address, packetName, packetVersion, lastSeenAt } of changed.map(asDevice)) {
      const message = { type: 'device', sn, state, stateSince, address, packetName, packetVersion, lastSeenAt } as const;
      if (device && toldDevice === JSON.stringify(message)) continue;
      send(message);
      if (device) toldDevice = JSON.stringify(message);
    }
    if (device && !toldGone && !changed.some(({ id }) => id === device.id)) {
      send({ type: 'gone', sn: device.sn });
      toldGone = true;
    }
  }

  async function tellCounts() {
    const counts = await countsOf(db, applicationId);
    if (toldCounts !== JSON.stringify(counts)) send({ type: 'counts', counts });
    toldCounts = JSON.stringify(counts);
  }

  function tellBroker() {
    const reachable = broker.isReachable();
    if (reachable !== toldReachable) send({ type: 'broker', reachable });
    toldReachable = reachable;
  }

  // One after the other: two at once would tell the same events twice.
  function tell() {
    telling = telling
      .then(() => {
        clearTimeout(timer);
        timer = undefined;
      })
      .then(tellEvents)
      .then(tellCounts)
      .then(tellBroker)
      // The database is down: the page reconnects, and resumes after the last id it has.
      .catch(end);
    return telling;
  }

  function soon() {
    timer ??= setTimeout(tell, GATHER_MS);
  }

  function again(type: 'callbacks' | 'upgrade') {
    if (agains.has(type)) return;
    const tellAgain = async () => {
      // Deleting a device changes the project's upgrades too: a page must first hear that the device is gone, or it reads its upgrades in vain.
      if (device && type === 'upgrade') await tell();
      agains.delete(type);
      if (!toldGone) send({ type });
    };
    agains.set(type, setTimeout(tellAgain, AGAIN_EVERY_MS));
  }

  // Also sent at the start, because changes missed while disconnected have no event id to resume from.
  function configSoon() {
    configTimer ??= setTimeout(() => {
      configTimer = undefined;
      void tellConfig().catch(end);
    }, GATHER_MS);
  }

  async function tellConfig() {
    if (device) send({ type: 'config', sn: device.sn, version: await versionOf(db, device.id) });
  }

  async function beat() {
    write(': still here\n\n');
    toldReachable = undefined;
    if (await mayGoOn().catch(() => false)) soon();
    else end();
  }

  const channels: Channel[] = [`project ${applicationId}`, ...(device ? [`device ${device.id}` as const] : [])];
  const stops = [
    ...channels.map((channel) => nudge.on(channel, soon)),
    nudge.on(`callback ${applicationId}`, () => again('callbacks')),
    nudge.on(`upgrade ${applicationId}`, () => again('upgrade')),
    ...(device ? ([`config ${device.id}`, `schema ${applicationId}`] as const).map((channel) => nudge.on(channel, configSoon)) : []),
  ];
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  const stopBroker = broker.onReachable(soon);
  closing.addEventListener('abort', end);
  raw.once('close', () => {
    closing.removeEventListener('abort', end);
    for (const stop of stops) stop();
    stopBroker();
    clearInterval(heartbeat);
    clearTimeout(timer);
    clearTimeout(configTimer);
    clearTimeout(endTimer);
    for (const pending of agains.values()) clearTimeout(pending);
  });
  soon();
  configSoon();
  // These have no event ids: a client that reconnects may have missed some.
  if (wanted.after !== undefined) for (const type of ['callbacks', 'upgrade'] as const) again(type);
}
