import type { Logger } from 'pino';
import { HOUR_MS } from '../../contract/duration';
import type { Config } from '../config';
import type { Database } from '../db/database';
import { openDownloads } from './downloads';
import { openLinks } from './links';
import { isKnownContent } from './queries';
import { openStore } from './store';
import { openUploads } from './uploads';

export type Packets = ReturnType<typeof openPackets>;

/** A content without a packet may be an upload that another instance is finishing; after this long it is an orphan. */
const ORPHAN_MS = 25 * HOUR_MS;

interface Opening {
  config: Config;
  db: Database;
  /** Signs download links. */
  key: Buffer;
  log: Logger;
  now: () => number;
}

/** The parts for packets that live as long as the process. */
export function openPackets({ config, db, key, log, now }: Opening) {
  const store = openStore(config);
  const links = openLinks(key, now);
  const downloads = openDownloads(db, log, now);
  const uploads = openUploads({ db, store, packetMax: config.packetMax, now, log });
  // A process that has the folder to itself finds no uploads of other instances in it.
  const alone = !config.packetStore && !config.database?.startsWith('postgres');

  /** @param before contents written earlier that belong to no packet are orphans */
  async function tidy(before: number) {
    await uploads.tidy();
    const pending = new Set(await store.pendingUploads());
    for await (const { key, at } of store.contents()) {
      if (at < before && !pending.has(key) && !(await isKnownContent(db, key))) await store.remove(key);
    }
  }

  const tell = (error: unknown) => log.error({ err: error }, 'what uploads left behind could not be removed');
  let tidying = tidy(alone ? Date.now() : Date.now() - ORPHAN_MS).catch(tell);
  const run = () => {
    tidying = tidying.then(() => tidy(Date.now() - ORPHAN_MS)).catch(tell);
    return tidying;
  };
  const timer = setInterval(run, HOUR_MS).unref();

  return {
    store,
    links,
    downloads,
    uploads,
    settle: async () => {
      await run();
      await downloads.settle();
    },
    close: async () => {
      clearInterval(timer);
      await tidying;
      await downloads.settle();
      await store.close();
    },
  };
}
