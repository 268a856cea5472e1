import { sql } from 'kysely';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '../db/database';
import { isDatabaseGone } from '../db/dialect';
import type { Delivery } from './delivery';

/** Waiting records are counted so far: a scrape costs the same however many wait. */
const MAX_WAITING = 10_000;

/** The same delivery, and `/metrics` tells of every try: how it ended and how long the receiver took; and how many records wait. */
export function measured(delivery: Delivery, db: Database, metrics: Registry): Delivery {
  const registers = [metrics];
  const tries = new Counter({
    name: 'callback_tries_total',
    help: 'Tries to deliver a callback by outcome: delivered, or why not',
    labelNames: ['outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'callback_duration_seconds',
    help: 'How long receivers took to answer, or not to',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  new Gauge({
    name: 'callback_records_waiting',
    help: `Callback records that wait, counted up to ${MAX_WAITING}: pending for a try, paused for a callback to be enabled`,
    labelNames: ['status'],
    registers,
    async collect() {
      for (const status of ['pending', 'paused'] as const) this.set({ status }, await waiting(db, status));
    },
  });

  return {
    ...delivery,
    async deliver(webhook, message) {
      const sent = await delivery.deliver(webhook, message);
      tries.inc({ outcome: sent.answered.error ?? 'delivered' });
      durations.observe(sent.answered.durationMs / 1000);
      return sent;
    },
  };
}

/** NaN, which monitors know as "not known", while the database is away: the other metrics are told all the same. */
async function waiting(db: Database, status: 'pending' | 'paused'): Promise<number> {
  // The status as a literal: its index holds nothing but such records.
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from "callbackRecord" where status = ${sql.lit(status)} limit ${MAX_WAITING}) as found`
    .execute(db)
    .catch((error) => {
      if (isDatabaseGone(error)) return { rows: [{ count: Number.NaN }] };
      throw error;
    });
  return Number(rows[0]?.count ?? 0);
}
