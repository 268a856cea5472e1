import { type RawBuilder, sql } from 'kysely';
import { type Attempt, type CallbackRecord, HIDDEN, MAX_COUNTED, type RecordDetail, type Webhook } from '../../contract/webhook';
import type { Database } from '../db/database';
import type { CallbackAttemptRow, CallbackRecordRow, WebhookRow } from '../db/tables';
import { found } from '../errors';
import type { Sealer } from '../seal';
import { matchingFacets } from './facets';
import { DISABLED_AFTER_MS } from './health';
import { attemptOf, type NewAttempt, type Sent } from './journal';
import { webhookOf } from './queries';
import { extraHeaders } from './secrets';
import { deliveryHeaders } from './signature';

const ATTEMPTS_SHOWN = 100;
/** A body begins with what is the platform's own, the name of an event too; what follows may be long. */
const HEAD = 400;
const NAME = /"name":"([\w-]+)"/;

/** The callback settings as the contract shows them. */
export async function asWebhook(db: Database, sealer: Sealer, row: WebhookRow, now: number): Promise<Webhook> {
  const { url, events, status, disabledReason, secretHint, oldSecretUntil, failingSince, holdUntil, createdAt, updatedAt } = row;
  const { paused, pending, retrying, dueSince } = await waitingOf(db, row.applicationId);
  return {
    url,
    events: JSON.parse(events),
    headers: readableHeaders(sealer, row),
    status,
    disabledReason: disabledReason || null,
    secretHint,
    oldSecretUntil: oldSecretUntil > now ? iso(oldSecretUntil) : null,
    failingSince: iso(failingSince),
    disablesAt: status === 'enabled' && failingSince ? iso(failingSince + DISABLED_AFTER_MS) : null,
    holdUntil: holdUntil > now ? iso(holdUntil) : null,
    paused,
    pending,
    retrying,
    pendingSince: iso(await oldestPending(db, row.applicationId)),
    dueSince: dueSince !== null && dueSince <= now ? iso(dueSince) : null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

// Sealed with a key that is gone: the settings are shown all the same, to be saved again.
function readableHeaders(sealer: Sealer, row: WebhookRow): Record<string, string> {
  try {
    return extraHeaders(sealer, row);
  } catch {
    return {};
  }
}

/** How many records of a project are not over, each up to a most, and when the first is due or was, milliseconds since the epoch: by the indexes of what is not over. */
async function waitingOf(db: Database, applicationId: number) {
  const own = sql`"applicationId" = ${applicationId}`;
  const countOf = (which: RawBuilder<unknown>) =>
    sql`(select count(*) from (select 1 from "callbackRecord" where ${which} and ${own} limit ${MAX_COUNTED}) as counted)`;
  const { rows } = await sql<{ paused: number; pending: number; retrying: number; dueSince: number | null }>`select
    ${countOf(sql`status = 'paused'`)} as paused,
    ${countOf(sql`status = 'pending'`)} as pending,
    ${countOf(sql`status = 'pending' and attempts > 0`)} as retrying,
    (select min("dueAt") from "callbackRecord" where status = 'pending' and ${own}) as "dueSince"`.execute(db);
  return found(rows[0]);
}

/** When the oldest record of a project that is not over was made; milliseconds since the epoch, 0: there is none. */
async function oldestPending(db: Database, applicationId: number): Promise<number> {
  const facets = await matchingFacets(db, applicationId, { status: 'pending' });
  if (facets.length === 0) return 0;
  const oldest = facets.map(
    (facet) => sql`select min("createdAt") as at from "callbackRecord" where "applicationId" = ${applicationId} and facet = ${facet}`,
  );
  const { rows } = await sql<{ at: number | null }>`select min(at) as at from (${sql.join(oldest, sql` union all `)}) as oldest`.execute(
    db,
  );
  return rows[0]?.at ?? 0;
}

/**
 * @param sendingSince when its try went into the air that has not landed, as of `flightsOf`; milliseconds since the epoch
 * @param holdUntil before then the receiver gets nothing; 0: it may be disturbed
 */
function asRecord(row: CallbackRecordRow, sendingSince: number, holdUntil: number): CallbackRecord {
  const { messageId, type, body, sn, status, attempts, responseStatus, durationMs, error, dueAt, test, createdAt } = row;
  const waits = status === 'pending' && !sendingSince;
  return {
    id: messageId,
    type,
    name: type === 'device.event' ? (NAME.exec(body.slice(0, HEAD))?.[1] ?? null) : null,
    sn,
    status,
    attempts,
    responseStatus: responseStatus || null,
    durationMs: attempts > 0 ? durationMs : null,
    nextAttemptAt: waits ? iso(Math.max(dueAt, holdUntil)) : null,
    holdUntil: waits && dueAt <= holdUntil ? iso(holdUntil) : null,
    sendingSince: status === 'pending' ? iso(sendingSince) : null,
    error: error || null,
    test: test === 1,
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** These records of one project as the contract shows them. */
export async function asRecords(db: Database, rows: CallbackRecordRow[], now: number): Promise<CallbackRecord[]> {
  const [first] = rows;
  if (!first) return [];
  const flights = await flightsOf(db, rows);
  const { holdUntil = 0 } = (await webhookOf(db, first.applicationId)) ?? {};
  return rows.map((row) => asRecord(row, flights.get(row.id) ?? 0, holdUntil > now ? holdUntil : 0));
}

/** Which of them are in the air, and since when. */
async function flightsOf(db: Database, rows: CallbackRecordRow[]): Promise<Map<number, number>> {
  const ids = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const flights = await db.selectFrom('callbackFlight').select(['recordId', 'at']).where('recordId', 'in', ids).execute();
  return new Map(flights.map(({ recordId, at }) => [recordId, at]));
}

export async function asDetail(db: Database, row: CallbackRecordRow, now: number): Promise<RecordDetail> {
  const [record] = await asRecords(db, [row], now);
  return { ...(record as CallbackRecord), attempts: await attemptsOf(db, row), payload: JSON.parse(row.body) };
}

/** The newest tries of a record, the oldest first. */
export async function attemptsOf(db: Database, row: CallbackRecordRow): Promise<Attempt[]> {
  const newest = await db
    .selectFrom('callbackAttempt')
    .selectAll()
    .where('recordId', '=', row.id)
    .orderBy('id', 'desc')
    .limit(ATTEMPTS_SHOWN)
    .execute();
  return newest.reverse().map((attempt) => asAttempt(row, attempt));
}

/** The newest try of a record. */
export async function lastAttempt(db: Database, row: CallbackRecordRow): Promise<Attempt | null> {
  const attempt = await db
    .selectFrom('callbackAttempt')
    .selectAll()
    .where('recordId', '=', row.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return attempt ? asAttempt(row, attempt) : null;
}

/** A try as it was. Of the extra headers only the names are kept: their values are the developer's secrets. */
function asAttempt({ messageId, body }: Pick<CallbackRecordRow, 'messageId' | 'body'>, attempt: CallbackAttemptRow | NewAttempt): Attempt {
  const { at, url, signature, headerNames, durationMs, responseStatus, responseHeaders, responseBody, truncated, error, errorDetail } =
    attempt;
  const extra = Object.fromEntries((JSON.parse(headerNames) as string[]).map((name) => [name, HIDDEN]));
  return {
    at: new Date(at).toISOString(),
    request: { url, headers: { ...extra, ...deliveryHeaders(messageId, at, signature) }, body },
    response:
      responseStatus > 0
        ? { status: responseStatus, headers: JSON.parse(responseHeaders), body: responseBody, truncated: truncated === 1 }
        : null,
    durationMs,
    error: error || null,
    errorDetail,
  };
}

/** A try that was not recorded. */
export const asSent = (record: Pick<CallbackRecordRow, 'id' | 'messageId' | 'body'>, sent: Sent): Attempt =>
  asAttempt(record, attemptOf({ ...sent, record: { id: record.id } }));

const iso = (ms: number) => (ms > 0 ? new Date(ms).toISOString() : null);
