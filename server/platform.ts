import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import { ensureAdmin } from './account/admin';
import { type Mailer, openMailer } from './account/mail';
import { startPruning } from './account/pruning';
import { type Line, openLine } from './broker/open';
import { type Config, ConfigError } from './config';
import { type Database, openDatabase } from './db/database';
import { isDatabaseBusy, isPostgres } from './db/dialect';
import { moveInto } from './db/move';
import { holdDatabase } from './db/sole';
import { lockFolder } from './db/sqlite';
import { type Nudge, openNudge } from './event/nudge';
import { downloadBase, LINK_KEPT_MS } from './packet/links';
import { openPackets, type Packets } from './packet/open';
import { openSealer } from './seal';
import { type LinkTo, openUpgrades, type Upgrades } from './upgrade/driver';
import { type Callbacks, openCallbacks } from './webhook/open';

/** What every feature is given: the parts that live as long as the process. */
export interface Platform extends Pick<Line, 'broker' | 'gate' | 'ingest' | 'configs' | 'enforce' | 'disconnect' | 'sweep'> {
  config: Config;
  db: Database;
  mailer: Mailer;
  nudge: Nudge;
  callbacks: Callbacks;
  packets: Packets;
  upgrades: Upgrades;
  log: Logger;
  /** What `/metrics` tells. */
  metrics: Registry;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Does at once what background work is due, and waits until it rests. */
  settle: () => Promise<void>;
  /** Lets go of everything; nothing of the platform may be used afterwards. */
  close: () => Promise<void>;
}

interface Outside {
  now?: () => number;
  log?: Logger;
  /** Refuse a PostgreSQL that another process uses, unless both have the broker of MQTT_URL. */
  isSole?: boolean;
}

/** Opens database, keys and mail. @throws ConfigError when the folder or the database cannot be used */
export async function openPlatform(
  config: Config,
  { now = Date.now, log = pino({ level: config.logLevel }), isSole = false }: Outside = {},
): Promise<Platform> {
  const closers: (() => unknown)[] = [];
  // The last one opened first; a start that fails closes what it had opened.
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    if (config.dataDir) closers.push(openFolder(config.dataDir, !config.database));
    const db = await databaseOf(config, log);
    closers.push(() => db.destroy());
    if (isSole && config.database && isPostgres(db) && !config.mqttUrl) closers.push(await holdDatabase(config.database, log));
    const mailer = openMailer(config, log);
    closers.push(() => mailer.close());
    await ensureAdmin(db, config.admin, now());
    const metrics = new Registry();
    const nudge = openNudge(config.database?.startsWith('postgres') ? config.database : undefined, log);
    closers.push(() => nudge.close());
    const callbacks = openCallbacks({ config, db, nudge, mailer, log, metrics, key: keyFile(config.dataDir, 'callback.key'), now });
    closers.push(() => callbacks.close());
    const packets = openPackets({ config, db, key: keyFile(config.dataDir, 'download.key'), log, now });
    closers.push(() => packets.close());
    const line = await openLine({
      config,
      db,
      nudge,
      sealer: openSealer(keyFile(config.dataDir, 'config.key')),
      outbox: callbacks.outbox,
      log,
      metrics,
      now,
    });
    closers.push(() => line.close());
    const linkTo: LinkTo = (packet) => ({ url: packets.links.url(downloadBase(config), packet), expiresAt: now() + LINK_KEPT_MS });
    const upgrades = openUpgrades({ db, nudge, broker: line.broker, linkTo, log, now });
    closers.push(() => upgrades.close());
    const pruning = startPruning({ db, mailer, now, log });
    closers.push(() => pruning.close());
    const settle = async () => {
      await pruning.run();
      await line.settle();
      await upgrades.settle();
      await callbacks.settle();
      await packets.settle();
      await mailer.settle();
    };
    const { broker, gate, ingest, configs, enforce, disconnect, sweep } = line;
    return {
      config,
      db,
      mailer,
      nudge,
      callbacks,
      packets,
      upgrades,
      broker,
      gate,
      ingest,
      configs,
      enforce,
      disconnect,
      sweep,
      log,
      metrics,
      now,
      settle,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** SQLite in the data folder; or PostgreSQL, and what SQLite had until then moves there. */
async function databaseOf({ database, dataDir }: Config, log: Logger): Promise<Database> {
  const file = join(dataDir ?? '.', 'platform.db');
  const db = await openDatabase(database ?? file).catch((error: NodeJS.ErrnoException) => {
    const variable = database ? 'DATABASE_URL' : 'DATA_DIR';
    throw new ConfigError([`${variable}: the database cannot be opened: ${error.message || error.code}`]);
  });
  if (!dataDir || !isPostgres(db)) return db;
  await moveInto(db, { file, lock: () => openFolder(dataDir, true), log }).catch(async (error) => {
    await db.destroy();
    throw error;
  });
  return db;
}

/** Node's own `recursive` never returns where the folder around it takes none, as in /proc. */
function makeFolder(folder: string) {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (there) throw new Error('it is not a folder');
  if (dirname(folder) === folder) throw new Error('there is no such drive');
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another instance was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

// Only a database in the folder needs the folder for itself: instances on one PostgreSQL may share it.
function openFolder(folder: string, exclusively: boolean): () => void {
  try {
    makeFolder(folder);
    writeFileSync(join(folder, '.writable'), '');
  } catch (error) {
    throw new ConfigError([`DATA_DIR: ${folder} cannot be written: ${(error as Error).message}`]);
  }
  if (!exclusively) return () => {};
  try {
    return lockFolder(join(folder, 'lock'));
  } catch (error) {
    throw new ConfigError([
      isDatabaseBusy(error)
        ? `DATA_DIR: ${folder} is in use by another process`
        : `DATA_DIR: ${join(folder, 'lock')} cannot be locked: ${error}`,
    ]);
  }
}

/** A key of 32 bytes that is made once and kept in the data folder: whole or not at all, and one for all who make it at once. */
function keyFile(folder: string | undefined, name: string): Buffer {
  if (!folder) return randomBytes(32);
  const file = join(folder, name);
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32), { mode: 0o600, flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file);
}
