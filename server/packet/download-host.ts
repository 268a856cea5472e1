import { randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { MINUTE_MS } from '../../contract/duration';
import { Id } from '../../contract/id';
import { trustOf } from '../client-address';
import { answerError, answerErrors, answerUnreadable, BusinessError, found, keepWithin, retryIn } from '../errors';
import type { Platform } from '../platform';
import { sendContent } from './content';
import { packetById } from './queries';

/** Limit per address; high, because many devices may share one. */
const REQUESTS = { max: 3000, timeWindow: MINUTE_MS };
/** Invalid links per address. */
const REFUSED = { max: 60, timeWindow: MINUTE_MS };
/** A receiver that takes no data for this long is disconnected. */
const IDLE_MS = MINUTE_MS;

/** The host that devices download packets from, not listening yet. It serves signed links only. */
export async function createDownloadHost({ config, db, log, packets }: Platform): Promise<FastifyInstance> {
  const host = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(config),
    genReqId: () => randomUUID(),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
    http: { requireHostHeader: false },
    bodyLimit: 1,
    requestTimeout: 30_000,
    connectionTimeout: IDLE_MS,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2000 },
  });
  await host.register(rateLimit, {
    ...REQUESTS,
    errorResponseBuilder: (_, { ttl }) => new BusinessError('tooManyRequests', retryIn(ttl / 1000)),
  });
  const refusals = host.createRateLimit(REFUSED);

  host.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      // A virtual device runs in a console page, another origin. Safe: only a signed link opens a packet, no cookie does.
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag, content-range, accept-ranges',
    });
  });

  answerErrors(host);
  host.options('/packet/:id/:filename', (_, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'range, if-range',
        'access-control-max-age': '86400',
      })
      .send(),
  );

  host.get('/healthz', async () => ({ status: 'ok' }));

  host.route<{ Params: { id: string; filename: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: '/packet/:id/:filename',
    handler: async (request, reply) => {
      const { params, query, ip } = request;
      const { data: id = 0 } = Id.safeParse(params.id);
      if (!packets.links.isGood({ id, filename: params.filename }, query)) return refuse(request);
      const packet = found(await packetById(db, id));
      return sendContent(packets, packet, `${ip} ${query.signature}`, request, reply);
    },
  });

  // A signature cannot be guessed, but an address that keeps trying is throttled.
  async function refuse(request: FastifyRequest): Promise<never> {
    keepWithin(await refusals(request));
    throw new BusinessError('linkRefused');
  }

  return host;
}
