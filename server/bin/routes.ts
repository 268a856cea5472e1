import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BIN_BODY_BYTES, BIN_REQUESTS, type Bin, bin } from '../../contract/bin';
import { MINUTE_MS } from '../../contract/duration';
import type { BinRequestRow, BinRow } from '../db/tables';
import { BusinessError, found, keepWithin } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';
import { baseOf } from '../settings';
import { newToken, pathOf, urlOf } from './open';
import { binByToken, binOf, deleteBin, insertBin, newestRequests, setAnswer } from './queries';

/** A device's largest message with what a callback says around it; more is nobody's callback. */
const MOST_BYTES = 2 * BIN_BODY_BYTES;
/** Addresses of bins that do not exist, asked for by one address. */
const UNKNOWN_BINS = { max: 60, timeWindow: MINUTE_MS };

/** What a bin takes, whoever sends it. */
export const BIN_CALL = { method: 'POST', path: pathOf(':token') } as const;

export function binRoutes(app: FastifyInstance, { db, config, callbacks, now }: Platform) {
  route(app, bin.read, async ({ query: { limit } }, { project }) => {
    const row = await binOf(db, project.id);
    return row ? asBin(row, limit) : null;
  });

  route(app, bin.open, async ({ body: { answer } }, { project, request }) => {
    const token = newToken();
    const url = baseOf(config, request) + pathOf(token);
    await insertBin(db, { applicationId: project.id, token, url, answer: 'ok', createdAt: now() });
    if (answer) await setAnswer(db, project.id, answer);
    return asBin(found(await binOf(db, project.id)), BIN_REQUESTS);
  });

  route(app, bin.remove, async (_, { project }) => {
    await deleteBin(db, project.id);
    return null;
  });

  app.register(async (open) => {
    const strangers = open.createRateLimit(UNKNOWN_BINS);
    const rows = new WeakMap<FastifyRequest, BinRow>();
    // Whatever a sender calls its body, it is kept as it came.
    open.removeAllContentTypeParsers();
    open.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

    open.route<{ Params: { token: string } }>({
      method: BIN_CALL.method,
      url: BIN_CALL.path,
      bodyLimit: MOST_BYTES,
      config: { access: 'public' },
      // Known before a body is read.
      onRequest: async (request) => {
        const row = await binByToken(db, request.params.token);
        if (row) return void rows.set(request, row);
        keepWithin(await strangers(request));
        throw new BusinessError('notFound');
      },
      handler: async (request, answer) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const reply = await callbacks.bins.take(found(rows.get(request)), headersOf(request), body);
        return answer.code(reply.status).headers(reply.headers).send(reply.body);
      },
    });
  });

  async function asBin(row: BinRow, limit: number): Promise<Bin> {
    const requests = await newestRequests(db, row.applicationId, limit, now());
    return { url: urlOf(config, row), answer: row.answer, requests: requests.map(asRequest), createdAt: iso(row.createdAt) };
  }
}

const asRequest = ({ id, at, headers, body, bytes, verified, status }: BinRequestRow) => ({
  id,
  at: iso(at),
  headers: JSON.parse(headers),
  body,
  bytes,
  truncated: bytes > BIN_BODY_BYTES,
  verified,
  status,
});

const headersOf = ({ headers }: FastifyRequest) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));

const iso = (at: number) => new Date(at).toISOString();
