import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database';

/** Tells whoever waits for a project's events that there are new ones to read; on PostgreSQL, on every instance. */
export interface Nudge {
  /** Inside the transaction that stores the events. */
  within(trx: Database, applicationIds: number[]): Promise<void>;
  /** After it was committed. */
  committed(applicationIds: number[]): void;
  /** @returns stops listening */
  on(applicationId: number, listener: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'device_event';
const RECONNECT_MS = 1000;

/** @param database the address of a PostgreSQL that other instances share, or undefined when this process is alone */
export function openNudge(database: string | undefined, log: Logger): Nudge {
  const local = new EventEmitter().setMaxListeners(0);
  const others = database ? listenTo(database, log, (id) => local.emit(id)) : undefined;

  return {
    within: async (trx, applicationIds) => {
      if (others && applicationIds.length > 0)
        await sql`select pg_notify(${CHANNEL}, ${applicationIds.join(',').slice(0, 7900)})`.execute(trx);
    },
    committed: (applicationIds) => {
      if (!others) for (const id of applicationIds) local.emit(String(id));
    },
    on: (applicationId, listener) => {
      local.on(String(applicationId), listener);
      return () => local.off(String(applicationId), listener);
    },
    close: async () => others?.(),
  };
}

/** LISTEN on a connection of its own, made again when it is lost. @returns stops */
function listenTo(database: string, log: Logger, heard: (applicationId: string) => void) {
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect() {
    if (closed) return;
    client = new pg.Client({ connectionString: database });
    client.on('error', (error) => log.warn({ err: error }, 'the connection that listens for device events was lost'));
    client.once('end', again);
    client.on('notification', ({ payload = '' }) => payload.split(',').forEach(heard));
    await client.connect().then(
      () => client?.query(`listen ${CHANNEL}`),
      () => again(),
    );
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
