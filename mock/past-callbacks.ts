import type { Insertable } from 'kysely';
import { type CallbackType, callbackTypes } from '../contract/callback-event';
import { DAY_MS, MINUTE_MS } from '../contract/duration';
import { type DeliveryFailure, SCHEDULE_S } from '../contract/webhook';
import { randomOf } from '../device-kit/noise';
import { insertMany } from '../server/db/bulk';
import type { Tables } from '../server/db/tables';
import type { Platform } from '../server/platform';
import { facetOf } from '../server/webhook/facets';
import { insertAttempts, type NewAttempt } from '../server/webhook/journal';
import { sign } from '../server/webhook/signature';
import { type Counted, countOutcomes } from '../server/webhook/stats';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
/** The number of outcomes counted by one SQL statement. */
const COUNTED_AT_ONCE = 500;

/** A project's callback and its history. */
export interface PastCallback {
  applicationId: number;
  appKey: string;
  url: string;
  secret: string;
  sns: string[];
  /** Days since it was created, and the current number of records per day. */
  age: number;
  aDay: number;
  /** For this number of days all attempts have failed with this error. */
  failing?: { days: number; as: DeliveryFailure };
  /** For this number of days records have been stored without being delivered. */
  pausedDays?: number;
}

type NewRecord = Insertable<Tables['callbackRecord']> & { id: number };
interface Told {
  record: NewRecord;
  attempts: NewAttempt[];
}

/** Adds a plausible history of records: most delivered at once, some later, some never, and some days with many failures. */
export async function addPastCallbacks({ db, now }: Platform, callbacks: PastCallback[]) {
  const today = now();
  const told = callbacks.flatMap((callback, seed) => storyOf(callback, randomOf(7000 + seed), today));
  told.sort((a, b) => a.record.createdAt - b.record.createdAt);
  for (const [index, { record, attempts }] of told.entries()) {
    record.id = index + 1;
    for (const attempt of attempts) attempt.recordId = record.id;
  }
  await db.transaction().execute(async (trx) => {
    await insertMany(
      trx,
      'callbackRecord',
      told.map(({ record }) => record),
    );
    await insertAttempts(
      trx,
      told.flatMap(({ attempts }) => attempts),
    );
    const counted = told.flatMap(countedOf);
    for (let from = 0; from < counted.length; from += COUNTED_AT_ONCE)
      await countOutcomes(trx, counted.slice(from, from + COUNTED_AT_ONCE));
  });
}

function countedOf({ record: { applicationId, status, createdAt }, attempts }: Told): Counted[] {
  const tries = attempts.map(
    ({ at, durationMs, error }): Counted => ({ applicationId, at, durationMs, outcome: error ? 'failed' : 'delivered' }),
  );
  return status === 'failed'
    ? [...tries, { applicationId, at: attempts.at(-1)?.at ?? createdAt, durationMs: 0, outcome: 'given-up' }]
    : tries;
}

function storyOf(callback: PastCallback, random: () => number, now: number): Told[] {
  const { age, aDay } = callback;
  const told: Told[] = [];
  for (let day = age; day >= 0; day--) {
    // The number of records grows with time, is lower on two days of seven, and varies at random.
    const grown = aDay * (0.35 + 0.65 * (1 - day / age));
    const count = Math.max(1, Math.round(grown * (day % 7 < 2 ? 0.5 : 1) * (0.8 + random() * 0.4)));
    for (let n = 0; n < count; n++) {
      const at = Math.round(now - day * DAY_MS - random() * DAY_MS);
      if (at < now - age * DAY_MS) continue;
      told.push(tell(callback, at, now, random));
    }
  }
  return told;
}

function tell(callback: PastCallback, at: number, now: number, random: () => number): Told {
  const { applicationId, appKey, sns, failing, pausedDays } = callback;
  const type = typeOf(random);
  const sn = sns[Math.floor(random() ** 2 * sns.length)] as string;
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { appKey, ...callbackTypes[type].example, sn } });
  const messageId = messageIdOf(at, random);
  const pausedFrom = now - (pausedDays ?? 0) * DAY_MS;
  const isDoomed = failing !== undefined && at > now - failing.days * DAY_MS;
  const failures = isDoomed ? SCHEDULE_S.map(() => failing.as) : failuresAt(at, now, random);

  const attempts: NewAttempt[] = [];
  let tryAt = at;
  let isDelivered = false;
  for (const [place, seconds] of SCHEDULE_S.entries()) {
    tryAt += seconds * 1000;
    if (tryAt > Math.min(pausedFrom, now - MINUTE_MS)) break;
    const error = failures[place] ?? null;
    attempts.push(attemptOf(callback, { messageId, body, at: tryAt, error }, random));
    isDelivered = error === null;
    if (isDelivered || error === 'gone') break;
  }
  const last = attempts.at(-1);
  const isOver = attempts.length === SCHEDULE_S.length || last?.error === 'gone';
  const status = isDelivered ? 'delivered' : isOver ? 'failed' : pausedDays === undefined ? 'pending' : 'paused';
  const responseStatus = last?.responseStatus ?? 0;
  return {
    record: {
      id: 0,
      messageId,
      applicationId,
      type,
      sn,
      status,
      tries: attempts.length,
      attempts: attempts.length,
      responseStatus,
      durationMs: last?.durationMs ?? 0,
      error: last?.error ?? '',
      dueAt: status === 'pending' ? Math.max(tryAt, Math.round(now + MINUTE_MS * (5 + random() * 300))) : tryAt,
      facet: facetOf({ status, type, responseStatus }),
      test: 0,
      body,
      createdAt: at,
    },
    attempts,
  };
}

/** Shares of the types in per cent. */
const shares: [CallbackType, number][] = [
  ['device.event', 62],
  ['device.online', 15],
  ['device.offline', 15],
  ['device.config.applied', 4],
  ['device.upgrade.succeeded', 3],
  ['device.config.rejected', 0.6],
  ['device.upgrade.failed', 0.4],
];

function typeOf(random: () => number): CallbackType {
  let left = random() * 100;
  for (const [type, share] of shares) {
    left -= share;
    if (left < 0) return type;
  }
  return 'device.event';
}

/** Random failures, all with the same probability. */
const kinds: DeliveryFailure[] = [
  'timeout',
  'serverError',
  'connectionRefused',
  'tooManyRequests',
  'connectionClosed',
  'clientError',
  'tlsFailed',
  'dnsFailed',
  'redirect',
  'invalidResponse',
  'unreachable',
  'interrupted',
];

/** The errors of a record's first attempts; empty if the first one succeeds. */
function failuresAt(at: number, now: number, random: () => number): DeliveryFailure[] {
  const daysAgo = (now - at) / DAY_MS;
  // Every 30 days the receiver fails for 6 hours.
  const isBadDay = daysAgo % 30 > 12 && daysAgo % 30 < 12.25;
  if (isBadDay) return Array.from({ length: 2 + Math.floor(random() * 3) }, () => 'serverError');
  if (random() > 0.05) return [];
  const kind = kinds[Math.floor(random() * kinds.length)] as DeliveryFailure;
  const isForGood = random() < 0.2 && daysAgo > 4;
  return Array.from({ length: isForGood ? SCHEDULE_S.length : 1 + Math.floor(random() * 3) }, () => kind);
}

interface Answer {
  status: number;
  body: string;
  detail?: string;
  ms: (random: () => number) => number;
}

const quick = (random: () => number) => 18 + random() ** 4 * 900;
const atOnce = (random: () => number) => 1 + random() * 4;
const json = (value: object) => JSON.stringify(value);

const answers: Partial<Record<DeliveryFailure, Answer>> = {
  timeout: { status: 0, body: '', detail: 'Headers Timeout Error', ms: () => 15_000 },
  serverError: { status: 502, body: '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>', ms: quick },
  connectionRefused: { status: 0, body: '', detail: 'connect ECONNREFUSED 203.0.113.24:443', ms: atOnce },
  tooManyRequests: { status: 429, body: json({ error: 'rate limit exceeded', retryAfter: 30 }), ms: quick },
  connectionClosed: { status: 0, body: '', detail: 'other side closed', ms: quick },
  clientError: { status: 401, body: json({ error: 'invalid signature' }), ms: quick },
  tlsFailed: { status: 0, body: '', detail: 'certificate has expired', ms: quick },
  dnsFailed: { status: 0, body: '', detail: 'getaddrinfo ENOTFOUND hooks.weather.example', ms: atOnce },
  redirect: { status: 301, body: '', ms: quick },
  invalidResponse: { status: 0, body: '', detail: 'Parse Error: Expected HTTP/', ms: quick },
  unreachable: { status: 0, body: '', detail: 'connect EHOSTUNREACH 203.0.113.24:443', ms: () => 3020 },
  interrupted: { status: 0, body: '', ms: () => 0 },
  gone: { status: 410, body: json({ error: 'this endpoint has been retired' }), ms: quick },
};
const delivered: Answer = { status: 200, body: json({ received: true }), ms: quick };

interface Sent {
  messageId: string;
  body: string;
  at: number;
  error: DeliveryFailure | null;
}

function attemptOf({ url, secret }: PastCallback, { messageId, body, at, error }: Sent, random: () => number): NewAttempt {
  const answer = (error && answers[error]) || delivered;
  const type = answer.body.startsWith('<') ? 'text/html' : 'application/json';
  const headers = { 'content-type': type, date: new Date(at).toUTCString(), 'content-length': String(answer.body.length) };
  return {
    recordId: 0,
    at,
    durationMs: Math.round(answer.ms(random)),
    url,
    signature: sign([secret], messageId, at, body),
    headerNames: '[]',
    responseStatus: answer.status,
    responseHeaders: answer.status ? JSON.stringify({ ...headers, ...(error === 'redirect' && { location: `${url}/` }) }) : '',
    responseBody: answer.body,
    truncated: 0,
    error: error ?? '',
    errorDetail: answer.detail ?? '',
  };
}

/** A message id like the platform's (server/webhook/message.ts), with reproducible random numbers. */
function messageIdOf(at: number, random: () => number): string {
  let time = '';
  for (let left = at, digit = 0; digit < 10; digit++, left = Math.floor(left / 32)) time = CROCKFORD[left % 32] + time;
  const hex = () => Math.floor(random() * 16).toString(16);
  return `msg_${time}${Array.from({ length: 20 }, hex).join('')}`;
}
