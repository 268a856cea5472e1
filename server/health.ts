import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import type { Platform } from './platform';
import { hashOf } from './secrets';

/** With less room than this the next writes may fail. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/** For whoever operates the platform: is the process alive, are its parts reachable, how is it doing. */
export function healthRoutes(app: FastifyInstance, { db, config, broker, metrics: registry }: Platform) {
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions;
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_, reply) => {
    const parts = {
      database: await isAnswering(() => sql`select 1`.execute(db)),
      broker: broker.isReachable(),
      ...(config.dataDir && { disk: await hasRoom(config.dataDir) }),
    };
    const ready = Object.values(parts).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', parts });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function isAnswering(ask: () => Promise<unknown>): Promise<boolean> {
  return ask().then(
    () => true,
    () => false,
  );
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= LEAST_FREE_BYTES;
}

/** What proxies add to the requests they pass on. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

// From this machine itself, or with the token. What a proxy on this machine passes on comes from here only by its address.
function mayReadMetrics(request: FastifyRequest, token?: string): boolean {
  if (!token) return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) && !FORWARDED.some((name) => name in request.headers);
  const given = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)));
}
