import { z } from 'zod';
import { AppKey, Overlap } from './application';
import { CallbackType, DEFAULT_TYPES, SubscribedType } from './callback-event';
import { type failureTexts, verdictTexts } from './callback-text';
import { CallbackHeaders, CallbackUrl } from './callback-url';
import { MINUTE_MS } from './duration';
import { endpoint } from './endpoint';
import { rule } from './field-text';
import { PageQuery, page } from './page';
import { line } from './text';

/** A record is delivered by a 2xx within this time. */
export const TIMEOUT_MS = 15_000;

/** Tests and replays of one project. */
export const SENT_BY_HAND = { max: 30, windowMs: MINUTE_MS };
/** So much of a receiver's answer is kept. */
export const MAX_RESPONSE_BYTES = 16 * 1024;
/** The tries of a record: how long after the one before, give or take; then it has failed. */
export const SCHEDULE_S = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** A list is counted so far. */
export const MAX_COUNTED = 10_000;
/** What stands for the value of an extra header in an attempt. */
export const HIDDEN = '••••••';

export const WebhookStatus = z.enum(['enabled', 'disabled']);

export const Webhook = z.object({
  url: z.string(),
  events: z.array(SubscribedType),
  headers: z.record(z.string(), z.string()),
  status: WebhookStatus,
  /** Who switched it off: `gone` a 410, `failing` five days of nothing but failures, null its owner. */
  disabledReason: z.enum(['gone', 'failing']).nullable(),
  /** The end of the secret, to tell one from another. */
  secretHint: z.string(),
  /** Until then the secret before this one signs as well. */
  oldSecretUntil: z.iso.datetime().nullable(),
  /** Since then every try has failed. */
  failingSince: z.iso.datetime().nullable(),
  /** Then it is switched off, unless a try succeeds before. */
  disablesAt: z.iso.datetime().nullable(),
  /** The receiver asked for nothing before then: 429 or 503 with `Retry-After`. */
  holdUntil: z.iso.datetime().nullable(),
  /** Events kept while it, or its project, was disabled and not sent yet; counted up to 10,000. */
  paused: z.int(),
  /** Events that wait for their first or another try, or are in the air; counted up to 10,000. */
  pending: z.int(),
  /** Of these, how many have been tried. */
  retrying: z.int(),
  /** When the oldest of them happened. */
  pendingSince: z.iso.datetime().nullable(),
  /** Since when the first of those that are not put off waits for its turn, or for its answer. */
  dueSince: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDraft = z.object({
  url: CallbackUrl,
  events: z
    .array(SubscribedType)
    .min(1)
    .default(DEFAULT_TYPES)
    .transform((types) => [...new Set(types)]),
  headers: CallbackHeaders.default({}),
  status: WebhookStatus.default('enabled'),
});
export type WebhookDraft = z.output<typeof WebhookDraft>;

export type DeliveryFailure = keyof typeof failureTexts;

/** One try: what was sent, what came back, or why nothing did. */
export const Attempt = z.object({
  at: z.iso.datetime(),
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
  response: z
    .object({
      status: z.int(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      /** There was more than is kept. */
      truncated: z.boolean(),
    })
    .nullable(),
  durationMs: z.int(),
  /** A name of `failureTexts`; null: delivered. */
  error: z.string().nullable(),
  /** What the network said, for those who know it. */
  errorDetail: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

export const RecordStatus = z.enum(['pending', 'delivered', 'failed', 'paused']);
export type RecordStatus = z.infer<typeof RecordStatus>;

/** One event on its way to the callback. */
export const CallbackRecord = z.object({
  /** Also its `webhook-id`. */
  id: z.string(),
  type: CallbackType,
  /** Of a `device.event`: the name that the device gave it. */
  name: z.string().nullable(),
  sn: z.string(),
  status: RecordStatus,
  attempts: z.int(),
  responseStatus: z.int().nullable(),
  durationMs: z.int().nullable(),
  /** Of one that waits. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** It waits because the receiver asked for nothing before then: 429 or 503 with `Retry-After`. */
  holdUntil: z.iso.datetime().nullable(),
  /** It is being sent since then, and not answered yet. */
  sendingSince: z.iso.datetime().nullable(),
  error: z.string().nullable(),
  /** It was made by the test button. */
  test: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type CallbackRecord = z.infer<typeof CallbackRecord>;

export const RecordDetail = CallbackRecord.extend({
  /** The oldest first; of more than a hundred, the newest hundred. */
  attempts: z.array(Attempt),
  payload: z.unknown(),
});
export type RecordDetail = z.infer<typeof RecordDetail>;

export const RecordFilter = z.object({
  status: RecordStatus.optional(),
  type: CallbackType.optional(),
  sn: line(64).optional(),
  /** A status (`404`), a class (`5xx`), or `none`: no answer. */
  responseStatus: z.coerce
    .string()
    .regex(/^([1-5]xx|[1-9]\d\d|none)$/)
    .optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
});
export type RecordFilter = z.output<typeof RecordFilter>;

const OfProject = z.object({ appKey: AppKey });
const OfRecord = z.object({ appKey: AppKey, id: z.string().max(64) });
const Verdict = z.enum(Object.keys(verdictTexts) as [keyof typeof verdictTexts]);
export type Verdict = z.infer<typeof Verdict>;

const base = '/v1/platform/:appKey/webhook';

export const webhook = {
  read: endpoint({
    method: 'GET',
    path: base,
    access: 'project',
    params: OfProject,
    data: Webhook.nullable(),
  }),
  save: endpoint({
    method: 'POST',
    path: base,
    access: 'project',
    params: OfProject,
    body: WebhookDraft,
    data: Webhook.extend({ secret: z.string().optional() }),
  }),
  check: endpoint({
    method: 'POST',
    path: `${base}/check`,
    access: 'project',
    asksOnly: true,
    // A name is looked up for each.
    limit: { max: 60, windowMs: MINUTE_MS },
    params: OfProject,
    body: z.object({ url: CallbackUrl }),
    data: z.null(),
  }),
  switch: endpoint({
    method: 'POST',
    path: `${base}/switch`,
    access: 'project',
    params: OfProject,
    body: z.object({ status: WebhookStatus }),
    data: Webhook,
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: `${base}/secret`,
    access: 'project',
    params: OfProject,
    body: Overlap,
    data: z.object({ secret: z.string() }),
  }),
  test: endpoint({
    method: 'POST',
    path: `${base}/test`,
    access: 'project',
    params: OfProject,
    body: z.object({ type: CallbackType.default('ping') }),
    data: Attempt.extend({ recordId: z.string() }),
  }),
  doctor: endpoint({
    method: 'POST',
    path: `${base}/doctor`,
    access: 'project',
    asksOnly: true,
    params: OfProject,
    body: z
      .object({
        recordId: line(64).optional(),
        /** As received: by name, or as lines of text. */
        headers: z.union([z.string().max(16_384), z.record(z.string(), z.string())]).optional(),
        body: z.string().max(131_072).optional(),
        /** The one the receiver verifies with. It is not kept. */
        secret: z.string().max(200).optional(),
        /** The receiver's clock when it arrived. */
        receivedAt: z.iso.datetime({ offset: true }).optional(),
      })
      .refine(({ recordId, headers }) => recordId !== undefined || headers !== undefined, rule('delivery')),
    data: z.object({
      verdict: Verdict,
      meaning: z.string(),
      advice: z.string(),
      /** What it was seen by, e.g. the missing header's name, or the seconds two clocks differ. */
      facts: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  }),
  eventTypes: endpoint({
    method: 'GET',
    path: `${base}/event-type`,
    access: 'project',
    params: OfProject,
    data: z.array(
      z.object({
        type: CallbackType,
        description: z.string(),
        /** Subscribed unless told otherwise. */
        default: z.boolean(),
        schema: z.record(z.string(), z.unknown()),
        example: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  stats: endpoint({
    method: 'GET',
    path: `${base}/stats`,
    access: 'project',
    params: OfProject,
    query: z.object({
      /** By default the 24 hours before `to`, in steps that begin on whole multiples of `step` of the clock (UTC); else in steps from here on. */
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      /** Seconds. Longer where less would be too many points, or is not kept: minutes are for two days. */
      step: z.coerce.number().int().min(60).max(31_536_000).default(3600),
    }),
    data: z.object({
      /** Seconds. */
      step: z.int(),
      series: z.array(
        z.object({ at: z.iso.datetime(), delivered: z.int(), failed: z.int(), p50: z.number().nullable(), p95: z.number().nullable() }),
      ),
      total: z.object({ delivered: z.int(), failed: z.int(), p50: z.number().nullable(), p95: z.number().nullable() }),
    }),
  }),
  records: endpoint({
    method: 'GET',
    path: `${base}/record`,
    access: 'project',
    params: OfProject,
    query: PageQuery.extend(RecordFilter.shape),
    data: page(CallbackRecord).extend({
      /** There are more than were counted. */
      more: z.boolean(),
    }),
  }),
  exportRecords: endpoint({
    method: 'GET',
    path: `${base}/record/export`,
    access: 'project',
    stream: 'text/csv',
    params: OfProject,
    query: RecordFilter,
    data: CallbackRecord,
  }),
  resendable: endpoint({
    method: 'GET',
    path: `${base}/record/resend`,
    access: 'project',
    params: OfProject,
    query: RecordFilter,
    data: z.object({
      /** What is newer was not counted: with this in the filter, none of it is sent. */
      to: z.iso.datetime(),
      /** So many are sent; of these, so many were delivered before. */
      queued: z.int(),
      delivered: z.int(),
      /** Left out: tests, and what is on its way already. */
      tests: z.int(),
      waiting: z.int(),
      /** More than 10,000 match: these are the counts of the first. */
      more: z.boolean(),
    }),
  }),
  resendRecords: endpoint({
    method: 'POST',
    path: `${base}/record/resend`,
    access: 'project',
    params: OfProject,
    body: z
      .object({ ids: z.array(z.string().max(64)).max(1000).optional(), filter: RecordFilter.optional() })
      .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), rule('recordSelection')),
    data: z.object({ queued: z.int() }),
  }),
  record: endpoint({
    method: 'GET',
    path: `${base}/record/:id`,
    access: 'project',
    params: OfRecord,
    data: RecordDetail,
  }),
  resend: endpoint({
    method: 'POST',
    path: `${base}/record/:id/resend`,
    access: 'project',
    params: OfRecord,
    data: RecordDetail,
  }),
  replay: endpoint({
    method: 'POST',
    path: `${base}/record/:id/replay`,
    access: 'project',
    params: OfRecord,
    body: z.object({ url: CallbackUrl }),
    data: z.object({ original: Attempt.nullable(), replay: Attempt }),
  }),
};
