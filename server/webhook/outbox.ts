import type { Insertable } from 'kysely';
import type { Database } from '../db/database';
import type { Tables } from '../db/tables';
import type { Nudge } from '../event/nudge';
import type { NewEvent } from '../event/queries';
import { facetOf } from './facets';
import { bodyOf, isTold, newMessageId } from './message';
import { dropRecords, heldOfflines, insertRecords, markPaused, subscribers } from './queries';

/** A callback about a device going offline is held back this long: the device may be back at once. */
const HOLD_MS = 5000;

/** A return within this time cancels the held callback. Shorter than HOLD_MS, so that no try of it can be under way by then. */
const BLINK_MS = HOLD_MS - 500;

/** Turns events into callback records in the transaction that stores the events, so that none is lost. */
export interface Outbox {
  /** Inside the transaction, after the events. */
  within(trx: Database, events: NewEvent[]): Promise<void>;
  /** After it was committed: sends them. */
  committed(): void;
}

type NewRecord = Insertable<Tables['callbackRecord']>;

interface Parts {
  nudge: Nudge;
  now: () => number;
  /** Is told of projects that have something to send. */
  wake: (applicationIds: number[]) => void;
}

export function openOutbox({ nudge, now, wake }: Parts): Outbox {
  const touched = new Set<number>();

  return {
    async within(trx, events) {
      const told = events.filter(isTold);
      if (told.length === 0) return;
      const byId = await subscribers(trx, applicationsOf(told));
      const wanted = told.filter(({ applicationId, type }) => byId.get(applicationId)?.events.has(type));
      const { blinked, waits } = await blinksAmong(trx, wanted, now());
      const records = wanted
        .filter((event) => !blinked.has(event))
        .map((event) => recordOf(event, byId.get(event.applicationId) as Subscriber, Math.max(now(), waits.get(event) ?? 0)));
      await insertRecords(trx, records);
      await markPaused(trx, applicationsOf(records.filter(({ status }) => status === 'paused')));
      await nudge.tell(
        trx,
        applicationsOf(records).flatMap((id) => [`outbox ${id}` as const, `callback ${id}` as const]),
      );
      for (const id of applicationsOf(records)) touched.add(id);
    },
    committed() {
      if (touched.size === 0) return;
      wake([...touched]);
      touched.clear();
    },
  };
}

/** Events without a callback: the device left and returned before anybody was told. Other returns wait until the leaving has been sent. */
async function blinksAmong(trx: Database, events: NewEvent[], now: number) {
  const left = new Map<string, NewEvent>();
  const returned = new Map<string, NewEvent>();
  const blinked = new Set<NewEvent>();
  const waits = new Map<NewEvent, number>();
  for (const event of events) {
    const key = keyOf(event);
    if (event.type === 'device.offline') left.set(key, event);
    if (event.type !== 'device.online') continue;
    const offline = left.get(key);
    if (!offline && !returned.has(key)) returned.set(key, event);
    if (offline && offline.at > now - BLINK_MS) blinked.add(offline).add(event);
    else if (offline) waits.set(event, offline.at + HOLD_MS);
    left.delete(key);
  }

  const untold = await heldOfflines(trx, [...returned.values()]);
  const undone = untold.filter(({ createdAt }) => createdAt > now - BLINK_MS);
  await dropRecords(trx, undone);
  for (const record of untold) waits.set(returned.get(keyOf(record)) as NewEvent, record.dueAt);
  for (const record of undone) blinked.add(returned.get(keyOf(record)) as NewEvent);
  return { blinked, waits };
}

type Subscriber = { appKey: string; isPaused: boolean };

function recordOf(event: NewEvent, { appKey, isPaused }: Subscriber, from: number): NewRecord {
  const { applicationId, sn, at } = event;
  const type = event.type as NewRecord['type'];
  const status = isPaused ? 'paused' : 'pending';
  return {
    messageId: newMessageId(at),
    applicationId,
    type,
    sn,
    status,
    dueAt: type === 'device.offline' ? Math.max(from, at + HOLD_MS) : from,
    facet: facetOf({ status, type, responseStatus: 0 }),
    body: bodyOf(event, appKey),
    createdAt: at,
  };
}

const keyOf = ({ applicationId, sn }: { applicationId: number; sn: string }) => `${applicationId} ${sn}`;
const applicationsOf = (rows: { applicationId: number }[]) => [...new Set(rows.map(({ applicationId }) => applicationId))];
