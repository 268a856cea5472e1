import type { DeliveryFailure, RecordStatus } from '../../contract/webhook';
import { insertMany, padded, updateMany } from '../db/bulk';
import type { Database } from '../db/database';
import type { Claimed } from './claims';
import { facetOf } from './facets';
import type { Answered } from './post';
import { type Counted, countOutcomes } from './stats';

/** One try, and how it ended. */
export interface Sent {
  /** What its `webhook-timestamp` says. */
  at: number;
  url: string;
  signature: string;
  headerNames: string[];
  answered: Answered;
}

/** A try of a record. */
export interface Outcome extends Sent {
  record: Claimed;
  /** When it began, as its flight says. */
  flownAt: number;
  /** Which settings it was made with: when these were saved, which is no moment to compare with another instance's clock. */
  settings: number;
  /** What becomes of the record. */
  next: { status: RecordStatus; tries: number; dueAt: number };
  /** The receiver asked not to be disturbed until then; 0: it did not. */
  holdUntil: number;
}

/** Tries recorded by one statement of each kind. */
const ROWS_AT_ONCE = 256;

/** Records tries: exactly once each, because a try without its flight has been recorded as interrupted. @returns those that were recorded */
export async function saveOutcomes(trx: Database, outcomes: Outcome[]): Promise<Outcome[]> {
  const again = outcomes.filter(({ record: { attempts, tries } }) => attempts > tries);
  const before = await deliveredAmong(
    trx,
    again.map(({ record }) => record.id),
  );
  const saved: Outcome[] = [];
  for (let from = 0; from < outcomes.length; from += ROWS_AT_ONCE)
    saved.push(...(await saveSome(trx, outcomes.slice(from, from + ROWS_AT_ONCE))));
  await countOutcomes(
    trx,
    saved.flatMap((outcome) => countedAs(outcome, before.has(outcome.record.id))),
  );
  return saved;
}

/** Those of the records that have a successful attempt. */
export async function deliveredAmong(db: Database, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('callbackAttempt')
    .select('recordId')
    .distinct()
    .where('recordId', 'in', padded(ids))
    .where('error', '=', '')
    .execute();
  return new Set(rows.map(({ recordId }) => recordId));
}

async function saveSome(trx: Database, outcomes: Outcome[]): Promise<Outcome[]> {
  const landed = await trx
    .deleteFrom('callbackFlight')
    .where('recordId', 'in', padded(outcomes.map(({ record }) => record.id)))
    .returning(['recordId', 'at'])
    .execute();
  const flights = new Map(landed.map(({ recordId, at }) => [recordId, at]));
  const ours = outcomes.filter(({ record, flownAt }) => flights.get(record.id) === flownAt);
  if (ours.length === 0) return [];
  await insertAttempts(trx, ours.map(attemptOf));
  await updateMany(
    trx,
    'callbackRecord',
    ours.map(({ record, answered: { response, durationMs, error }, next }) => ({
      id: record.id,
      ...next,
      attempts: record.attempts + 1,
      responseStatus: response?.status ?? 0,
      durationMs,
      error: error ?? '',
      facet: facetOf({ status: next.status, type: record.type, responseStatus: response?.status ?? 0 }),
    })),
  );
  return ours;
}

/** Records the tries that a crash cut off: the records stay as they are, to be tried again. */
export async function saveInterrupted(trx: Database, flights: { recordId: number; at: number }[], url: string): Promise<void> {
  if (flights.length === 0) return;
  await insertAttempts(
    trx,
    flights.map(({ recordId, at }) => ({ ...unanswered('interrupted'), recordId, at, url, signature: '', headerNames: '[]' })),
  );
  const ids = flights.map(({ recordId }) => recordId);
  await trx
    .updateTable('callbackRecord')
    .set((row) => ({ attempts: row('attempts', '+', 1), error: 'interrupted' }))
    .where('id', 'in', ids)
    .execute();
}

export type NewAttempt = ReturnType<typeof attemptOf>;

export async function insertAttempts(db: Database, attempts: NewAttempt[]) {
  await insertMany(db, 'callbackAttempt', attempts);
}

export function attemptOf({ record, at, url, signature, headerNames, answered }: Sent & { record: { id: number } }) {
  return { ...fieldsOf(answered), recordId: record.id, at, url, signature, headerNames: JSON.stringify(headerNames) };
}

const fieldsOf = ({ response, durationMs, error, errorDetail }: Answered) => ({
  durationMs,
  responseStatus: response?.status ?? 0,
  responseHeaders: response ? JSON.stringify(response.headers) : '',
  responseBody: response?.body ?? '',
  truncated: response?.truncated ? 1 : 0,
  error: error ?? ('' as const),
  errorDetail,
});

const unanswered = (error: DeliveryFailure) => fieldsOf({ response: null, durationMs: 0, error, errorDetail: '' });

/** @param wasDelivered an earlier try of the record was successful: it was sent again */
function countedAs(
  { record: { applicationId, test }, at, answered: { durationMs, error }, next }: Outcome,
  wasDelivered: boolean,
): Counted[] {
  if (test === 1) return [];
  const tried: Counted = { applicationId, at, outcome: error ? 'failed' : 'delivered', durationMs };
  if (!error && wasDelivered) return [tried, { ...tried, outcome: 'repeated', durationMs: 0 }];
  if (next.status === 'failed' && !wasDelivered) return [tried, { ...tried, outcome: 'given-up', durationMs: 0 }];
  return [tried];
}
