import type { FastifyReply } from 'fastify';
import type { StreamMessage } from '../../contract/event';
import { countsByApplication } from '../device/counts';
import { asDevice, deviceBySn } from '../device/queries';
import type { Platform } from '../platform';
import { asEvent, eventsAfter, lastEventId } from './queries';

/** Messages are gathered for this long: a thousand devices coming online are a few writes, not a thousand. */
const GATHER_MS = 200;
const HEARTBEAT_MS = 15_000;
/** Who missed more than this reads everything again. */
const MAX_MISSED = 1000;

interface Wanted {
  applicationId: number;
  /** Everything of this one device, not only state changes. */
  device?: { id: number };
  /** Of `Last-Event-ID`. */
  after?: number;
}

/**
 * Server-sent events of a project (WHATWG HTML, Server-sent events): read from the database after each nudge, so that every instance
 * tells the same and a stream that breaks off goes on where it was.
 * @param closing ends the stream when the platform closes
 */
export async function streamEvents(
  reply: FastifyReply,
  { db, nudge, broker }: Platform,
  { applicationId, device, after }: Wanted,
  closing: AbortSignal,
) {
  let last = after ?? (await lastEventId(db));
  let reachable: boolean | undefined;
  let counts = '';
  let busy = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  raw.write('retry: 2000\n\n');

  const send = (message: StreamMessage, id?: number) =>
    raw.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`);

  async function tell() {
    timer = undefined;
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      await tellEvents();
      await tellCounts();
    } catch {
      // The database is away: the page reconnects, and goes on from the last id it has.
      raw.end();
    }
    busy = false;
    if (again) {
      again = false;
      soon();
    }
  }

  async function tellEvents() {
    const rows = await eventsAfter(db, applicationId, last, MAX_MISSED, device?.id);
    if (rows.length === MAX_MISSED) {
      last = await lastEventId(db);
      send({ type: 'reset' }, last);
      return;
    }
    for (const row of rows) {
      last = row.id;
      send({ type: 'event', event: asEvent(row) }, row.id);
    }
    for (const sn of new Set(rows.map((row) => row.sn))) {
      const row = await deviceBySn(db, applicationId, sn);
      if (!row) continue;
      const { state, stateSince, address, packetName, packetVersion, lastSeenAt } = asDevice(row);
      send({ type: 'device', sn, state, stateSince, address, packetName, packetVersion, lastSeenAt });
    }
  }

  async function tellCounts() {
    const message: StreamMessage = { type: 'counts', counts: (await countsByApplication(db, [applicationId]))(applicationId) };
    if (counts !== JSON.stringify(message)) send(message);
    counts = JSON.stringify(message);
    const isReachable = broker.isReachable();
    if (reachable !== isReachable) send({ type: 'broker', reachable: isReachable });
    reachable = isReachable;
  }

  function soon() {
    timer ??= setTimeout(tell, GATHER_MS);
  }

  const stop = nudge.on(applicationId, soon);
  const heartbeat = setInterval(() => {
    raw.write(': still here\n\n');
    soon();
  }, HEARTBEAT_MS);
  const end = () => raw.end();
  closing.addEventListener('abort', end);
  raw.once('close', () => {
    closing.removeEventListener('abort', end);
    stop();
    clearInterval(heartbeat);
    clearTimeout(timer);
  });
  soon();
}
