import type { Logger } from 'pino';
import type { Database } from '../db/database';
import type { Nudge } from '../event/nudge';
import { insertEvents, type NewEvent } from '../event/queries';
import { type Entry, eventRow } from './entry';
import { lockEventOrder, saveConnections, touchDevices } from './queries';

export interface Ingest {
  /** Resolves when the entry is on the disk. Rejects when it could not be stored: then nothing may be acknowledged. */
  store(entry: Entry): Promise<void>;
  /** Resolves when everything handed in so far is stored. */
  settle(): Promise<void>;
}

/** Entries of one commit, at the most. */
const BATCH = 2000;
/** How exact "last seen" is; writing it for every message would cost as much as the message. */
const SEEN_EVERY_MS = 5000;

/** Stores what devices say, many entries a commit: while one batch is written the next one gathers. */
export function openIngest(db: Database, nudge: Nudge, log: Logger): Ingest {
  let waiting: { entry: Entry; done: () => void; failed: (error: unknown) => void }[] = [];
  let writing: Promise<void> | undefined;
  const seen = new Map<number, number>();

  function store(entry: Entry) {
    return new Promise<void>((done, failed) => {
      waiting.push({ entry, done, failed });
      writing ??= write().finally(() => {
        writing = undefined;
      });
    });
  }

  async function write() {
    // What arrives in the same turn of the event loop shares the commit.
    await new Promise((next) => setImmediate(next));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      const error = await commit(batch.map(({ entry }) => entry));
      if (!error) for (const { done } of batch) done();
      else if (batch.length === 1) batch[0]?.failed(error);
      else for (const one of batch) await alone(one);
    }
  }

  // An entry that cannot be stored must not take its neighbours along.
  async function alone({ entry, done, failed }: (typeof waiting)[number]) {
    const error = await commit([entry]);
    if (error) failed(error);
    else done();
  }

  async function commit(entries: Entry[]): Promise<unknown> {
    try {
      const applicationIds = await db.transaction().execute(async (trx) => {
        await lockEventOrder(trx);
        const changed = await saveConnections(trx, entries);
        const events = entries.flatMap((entry) => [...(changed.get(entry) ?? []), ...eventOf(entry)]);
        await insertEvents(trx, events);
        await touchDevices(trx, lastSeen(entries));
        const touched = [...new Set(events.map(({ applicationId }) => applicationId))];
        await nudge.within(trx, touched);
        return touched;
      });
      nudge.committed(applicationIds);
      return undefined;
    } catch (error) {
      log.error({ err: error, entries: entries.length }, 'device events could not be stored');
      return error;
    }
  }

  function lastSeen(entries: Entry[]) {
    const due = new Map<number, number>();
    for (const { device, at, news } of entries) {
      if (news || at - (seen.get(device.deviceId) ?? 0) < SEEN_EVERY_MS) continue;
      seen.set(device.deviceId, at);
      due.set(device.deviceId, at);
    }
    if (seen.size > 50_000) seen.clear();
    return due;
  }

  return {
    store,
    settle: async () => {
      while (writing) await writing;
    },
  };
}

function eventOf({ device, at, happening }: Entry): NewEvent[] {
  return happening ? [eventRow(device, at, happening)] : [];
}
