import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { type NewEvent, STATE_EVENTS } from './queries';

/**
 * What listeners can wait for: state changes of a project's devices, anything of one device, a project's callback records, its callbacks
 * to send, its upgrades, its configuration schema, or a device's configuration.
 */
export type Channel =
  | `project ${number}`
  | `device ${number}`
  | `callback ${number}`
  | `outbox ${number}`
  | `upgrade ${number}`
  | `schema ${number}`
  | `config ${number}`;

/** Notifies listeners that there is something new to read; on PostgreSQL, on every instance. */
export interface Nudge {
  /** Call inside the transaction that stores the events. */
  within(trx: Database, events: NewEvent[]): Promise<void>;
  /** Call after that transaction was committed. */
  committed(events: NewEvent[]): void;
  /** The state of a project's devices changed without an event. */
  changed(db: Database, applicationId: number): Promise<void>;
  /** Something changed on these channels without an event. */
  tell(db: Database, channels: Channel[]): Promise<void>;
  /** @returns a function that stops listening */
  on(channel: Channel, listener: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'device_event';
const RECONNECT_MS = 1000;
/** A PostgreSQL notification is limited to less than 8000 bytes; a channel's name has at most 20. */
const NAMES_AT_ONCE = 350;

/** @param database the address of a PostgreSQL shared with other instances; undefined if this process is alone */
export function openNudge(database: string | undefined, log: Logger): Nudge {
  const local = new EventEmitter().setMaxListeners(0);
  const others = database
    ? listenTo(
        database,
        log,
        (channel) => local.emit(channel),
        () => {
          for (const channel of local.eventNames()) local.emit(channel);
        },
      )
    : undefined;

  async function notify(db: Database, channels: Channel[]) {
    for (let from = 0; from < channels.length; from += NAMES_AT_ONCE) {
      await sql`select pg_notify(${CHANNEL}, ${channels.slice(from, from + NAMES_AT_ONCE).join(',')})`.execute(db);
    }
  }

  return {
    within: async (trx, events) => {
      if (others) await notify(trx, channelsOf(events));
    },
    committed: (events) => {
      if (!others) for (const channel of channelsOf(events)) local.emit(channel);
    },
    changed: async (db, applicationId) => {
      if (others) await notify(db, [`project ${applicationId}`]);
      else local.emit(`project ${applicationId}`);
    },
    tell: async (db, channels) => {
      if (others) await notify(db, channels);
      else for (const channel of channels) local.emit(channel);
    },
    on: (channel, listener) => {
      local.on(channel, listener);
      return () => local.off(channel, listener);
    },
    close: async () => others?.(),
  };
}

function channelsOf(events: NewEvent[]): Channel[] {
  const channels = new Set<Channel>();
  for (const { applicationId, deviceId, type } of events) {
    channels.add(`device ${deviceId}`);
    if (STATE_EVENTS.includes(type)) channels.add(`project ${applicationId}`);
  }
  return [...channels];
}

/** LISTEN on a dedicated connection that reconnects. @returns a function that stops it */
function listenTo(database: string, log: Logger, heard: (channel: string) => void, mayHaveMissed: () => void) {
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect() {
    if (closed) return;
    client = new pg.Client({ connectionString: database });
    client.on('error', (error) => log.warn({ err: error }, 'the connection that listens for device events was lost'));
    client.once('end', again);
    client.on('notification', ({ payload = '' }) => payload.split(',').forEach(heard));
    await client
      .connect()
      .then(() => client?.query(`listen ${CHANNEL}`))
      .then(mayHaveMissed)
      .catch(again);
  }

  function again() {
    if (closed) return;
    clearTimeout(retry);
    retry = setTimeout(connect, RECONNECT_MS).unref();
  }

  void connect();
  return async () => {
    closed = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
}
