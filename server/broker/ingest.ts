import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { EventType } from '../../contract/event';
import type { Database } from '../db/database';
import { isDatabaseGone } from '../db/dialect';
import type { Nudge } from '../event/nudge';
import { insertEvents, type NewEvent } from '../event/queries';
import { hearUpgrades } from '../upgrade/heard';
import type { Outbox } from '../webhook/outbox';
import { type Entry, eventRow } from './entry';
import { lockEventOrder, saveDevices } from './queries';

export interface Ingest {
  /** Resolves once the entry is committed. Rejects if it could not be stored: then the message must not be acknowledged. */
  store(entry: Entry): Promise<void>;
  /** Resolves once everything handed in so far is stored. */
  settle(): Promise<void>;
}

interface Parts {
  db: Database;
  nudge: Nudge;
  /** Queues callbacks to the developers' servers. */
  outbox: Outbox;
  log: Logger;
  metrics: Registry;
}

interface Waiting {
  entry: Entry;
  done: () => void;
  failed: (error: unknown) => void;
}

/** Maximum entries per commit. */
const BATCH = 2000;
/** How long connection reports wait for more, unless a message, which has to be acknowledged, is stored anyway. */
const NEWS_WAITS_MS = 30;
/** Events that others caused: they do not count for "last seen". */
const NOT_ITS_OWN: ReadonlySet<string | undefined> = new Set<EventType>(['device.refused', 'device.depth.watched']);
/** Precision of "last seen"; writing it for every message would cost as much as the message. */
const SEEN_EVERY_MS = 5000;

/** Stores device entries, many per commit: while one batch is written, the next one gathers. */
export function openIngest({ db, nudge, outbox, log, metrics }: Parts): Ingest {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let lastTookMs = 0;
  let hurry = () => {};
  const seenAt = new Map<number, number>();
  const registers = [metrics];
  const stored = new Counter({ name: 'device_events_stored_total', help: 'Device events stored', labelNames: ['type'], registers });
  const sizes = new Histogram({
    name: 'device_event_batch_size',
    help: 'Entries stored by one commit',
    buckets: [1, 5, 20, 100, 500, 2000],
    registers,
  });
  const durations = new Histogram({ name: 'device_event_commit_seconds', help: 'Duration of such a commit', registers });

  function store(entry: Entry) {
    return new Promise<void>((done, failed) => {
      waiting.push({ entry, done, failed });
      if (!entry.news) hurry();
      writing ??= write();
    });
  }

  async function write() {
    try {
      while (waiting.length > 0) {
        await gather();
        const batch = waiting.slice(0, BATCH);
        waiting = waiting.slice(BATCH);
        const startedAt = performance.now();
        await writeBatch(batch);
        lastTookMs = performance.now() - startedAt;
      }
    } finally {
      // Reset here rather than when the promise settles: an entry handed in between the two would wait for the one after it.
      writing = undefined;
    }
  }

  // While entries keep arriving, it pays to wait for as long as a commit takes; a single message does not wait. Connection reports wait a
  // moment: ten thousand devices that reconnect together take a few commits.
  async function gather() {
    await turn();
    if (waiting.every(({ entry }) => entry.news)) await Promise.race([pause(NEWS_WAITS_MS), new Promise<void>((said) => (hurry = said))]);
    const until = performance.now() + lastTookMs;
    for (let before = 0; before < waiting.length && waiting.length < BATCH && performance.now() < until; ) {
      before = waiting.length;
      await turn();
    }
  }

  // An entry that cannot be stored must not fail the others of its batch.
  async function writeBatch(batch: Waiting[]) {
    const error = await commit(batch.map(({ entry }) => entry));
    if (!error) for (const { done } of batch) done();
    else if (batch.length === 1 || isDatabaseGone(error)) for (const { failed } of batch) failed(error);
    else for (const one of batch) await writeBatch([one]);
  }

  async function commit(entries: Entry[]): Promise<unknown> {
    const took = durations.startTimer();
    const seen = dueDevices(entries);
    try {
      const events = await db.transaction().execute(async (trx) => {
        await lockEventOrder(trx);
        const { happened, otherVersionsIn } = await saveDevices(trx, entries, seen);
        const upgrades = await hearUpgrades(trx, entries);
        const rows = entries.flatMap((entry) => [...(happened.get(entry) ?? []), ...eventOf(entry), ...(upgrades.events.get(entry) ?? [])]);
        await insertEvents(trx, rows);
        await outbox.within(trx, rows);
        await nudge.within(trx, rows);
        await nudge.tell(
          trx,
          [...new Set([...otherVersionsIn, ...upgrades.applicationIds])].map((id) => `upgrade ${id}` as const),
        );
        return rows;
      });
      nudge.committed(events);
      outbox.committed();
      for (const { type } of events) stored.inc({ type });
      sizes.observe(entries.length);
      took();
      return undefined;
    } catch (error) {
      for (const id of seen) seenAt.delete(id);
      log.error({ err: error, entries: entries.length }, 'device events could not be stored');
      return error;
    }
  }

  /** Devices whose "last seen" is to be written with these entries. */
  function dueDevices(entries: Entry[]): Set<number> {
    const due = new Set<number>();
    if (seenAt.size > 50_000) seenAt.clear();
    for (const { device, at, news, happening } of entries) {
      if (news || NOT_ITS_OWN.has(happening?.type) || Math.abs(at - (seenAt.get(device.deviceId) ?? 0)) < SEEN_EVERY_MS) continue;
      seenAt.set(device.deviceId, at);
      due.add(device.deviceId);
    }
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
