import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from '../config';

/** The advisory lock of a process that is alone on its database. */
const LOCK = 4864;
/** How long a process that is ending may take to let go. */
const PATIENCE_MS = 5000;
const LOOK_MS = 250;
const RECONNECT_MS = 1000;

/**
 * Holds a PostgreSQL database for a process with a broker of its own. A second such process knows none of the devices that are connected to
 * the first: it would take them all for offline, and tell their owners so.
 * @returns lets go of it
 * @throws ConfigError when another process holds it
 */
export async function holdDatabase(address: string, log: Logger): Promise<() => Promise<void>> {
  let isClosed = false;
  let held: pg.Client | undefined;

  async function hold(): Promise<boolean> {
    const client = new pg.Client({ connectionString: address, keepAlive: true, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      if ((await isTaken(client)) && !isClosed) {
        held = client;
        client.once('end', () => void holdAgain());
        return true;
      }
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    await client.end();
    return false;
  }

  /** After PostgreSQL was restarted, or the connection to it was lost. */
  async function holdAgain() {
    held = undefined;
    for (let isTold = false; !isClosed && !held; await pause(RECONNECT_MS, undefined, { ref: false })) {
      const isHeld = await hold().catch(() => undefined);
      if (isHeld === false && !isClosed && !isTold) {
        log.error(IN_USE);
        isTold = true;
      }
    }
  }

  const patientUntil = Date.now() + PATIENCE_MS;
  while (!(await hold())) {
    if (Date.now() > patientUntil) throw new ConfigError([`DATABASE_URL: ${IN_USE}`]);
    await pause(LOOK_MS);
  }
  return async () => {
    isClosed = true;
    await held?.end();
  };
}

/** Takes the lock, unless another connection has it. */
async function isTaken(client: pg.Client): Promise<boolean> {
  // The lock of a machine that has vanished ends with its connection: within half a minute, not after hours.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4');
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  return rows[0]?.taken === true;
}

const IN_USE = 'the database is in use by another process that has no MQTT_URL either; several on one database need it';
