import { z } from 'zod';
import { AppKey } from './application';
import { endpoint } from './endpoint';

/** A bin keeps so many requests, the newest ones, for so long; of each body the beginning. */
export const BIN_REQUESTS = 50;
export const BIN_DAYS = 7;
export const BIN_BODY_BYTES = 64 * 1024;

/** What a bin may answer, so that one sees what the platform makes of it. `slow` is a success after 3 s. */
export const binAnswers = {
  ok: { status: 200, delayMs: 0 },
  slow: { status: 200, delayMs: 3000 },
  refused: { status: 401, delayMs: 0 },
  gone: { status: 410, delayMs: 0 },
  busy: { status: 429, delayMs: 0 },
  error: { status: 500, delayMs: 0 },
} as const;
export const BinAnswer = z.enum(Object.keys(binAnswers) as [keyof typeof binAnswers]);
export type BinAnswer = z.infer<typeof BinAnswer>;

/**
 * What a request's signature was worth when it arrived.
 * - `valid`: made with the project's callback secret, less than 5 min before.
 * - `stale`: made with it, but longer ago, or in the future.
 * - `wrong-signature`: made with something else, or for another body.
 * - `unsigned`: `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing.
 * - `no-secret`: the project had no callback, and so no secret to compare with.
 */
export const SignatureWorth = z.enum(['valid', 'stale', 'wrong-signature', 'unsigned', 'no-secret']);
export type SignatureWorth = z.infer<typeof SignatureWorth>;

export const BinRequest = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** By their names in lower case. What opens doors is not kept: `••••••`. */
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Of the whole body. */
  bytes: z.int(),
  /** There was more body than is kept. */
  truncated: z.boolean(),
  verified: SignatureWorth,
  /** The status it was answered with. */
  status: z.int(),
});
export type BinRequest = z.infer<typeof BinRequest>;

export const Bin = z.object({
  /** Anybody who knows it may POST there. The platform itself delivers callbacks to it without the network. */
  url: z.string(),
  answer: BinAnswer,
  /** The newest first. */
  requests: z.array(BinRequest),
  createdAt: z.iso.datetime(),
});
export type Bin = z.infer<typeof Bin>;

/** The end of a bin's address, with its token. */
export const BIN_TOKEN = /\/bin\/([\w-]{32})$/;

const OfProject = z.object({ appKey: AppKey });
const path = '/v1/platform/:appKey/bin';

export const bin = {
  read: endpoint({
    method: 'GET',
    path,
    access: 'project',
    params: OfProject,
    query: z.object({ limit: z.coerce.number().int().min(1).max(BIN_REQUESTS).default(BIN_REQUESTS) }),
    data: Bin.nullable(),
  }),
  open: endpoint({
    method: 'POST',
    path,
    access: 'project',
    params: OfProject,
    body: z.object({ answer: BinAnswer.optional() }),
    data: Bin,
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    access: 'project',
    params: OfProject,
    data: z.null(),
  }),
};
