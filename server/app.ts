import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { endpoints } from '../contract';
import { MINUTE_MS } from '../contract/duration';
import { withoutRounding } from '../contract/exact-json';
import { guard } from './access';
import { accountRoutes } from './account/routes';
import { applicationRoutes } from './application/routes';
import { BIN_CALL, binRoutes } from './bin/routes';
import { emqxRoutes } from './broker/emqx';
import { brokerRoutes } from './broker/routes';
import { acceptUpgrades } from './broker/upgrade';
import { trustOf } from './client-address';
import { serveConsole } from './console';
import { depthRoutes } from './depth/routes';
import { deviceRoutes } from './device/routes';
import { deviceConfigRoutes } from './device-config/routes';
import { docsRoutes } from './docs/routes';
import { answerError, answerErrors, answerOn, answerUnreadable, BusinessError, retryIn } from './errors';
import { eventRoutes } from './event/routes';
import { healthRoutes } from './health';
import { nulIn } from './nul';
import { packetRoutes } from './packet/routes';
import type { Platform } from './platform';
import { settingsRoutes } from './settings';
import { upgradeRoutes } from './upgrade/routes';
import { webhookRoutes } from './webhook/routes';

/** JSON bodies; uploads have a limit of their own. */
const BODY_LIMIT_BYTES = 1_500_000;
/** A request has to arrive within this time; an upload only has to go on arriving. */
const ARRIVAL_MS = MINUTE_MS;

/**
 * The whole HTTP side, not listening yet. @param consoleRoot the folder of the built console; without it there is only the API
 * @param arrivalMs how long a request may take to arrive, and an upload may stand still
 */
export async function createApp(platform: Platform, consoleRoot?: string, arrivalMs = ARRIVAL_MS): Promise<FastifyInstance> {
  const { config, log } = platform;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(config),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
    http: { headersTimeout: arrivalMs, requireHostHeader: false },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  });

  await serveConsole(app, platform, consoleRoot);
  answerErrors(app, [...endpoints, BIN_CALL], consoleRoot !== undefined);
  readOnlyJson(app);
  limitArrival(app, arrivalMs);
  logRequests(app);
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_, { ttl }) => new BusinessError('tooManyRequests', retryIn(ttl / 1000)),
  });
  guard(app, platform);

  healthRoutes(app, platform);
  docsRoutes(app, platform);
  settingsRoutes(app, platform, consoleRoot);
  accountRoutes(app, platform);
  applicationRoutes(app, platform);
  deviceRoutes(app, platform);
  deviceConfigRoutes(app, platform);
  eventRoutes(app, platform);
  webhookRoutes(app, platform);
  binRoutes(app, platform);
  packetRoutes(app, platform);
  upgradeRoutes(app, platform);
  brokerRoutes(app, platform);
  emqxRoutes(app, platform);
  acceptUpgrades(app, platform, depthRoutes(app, platform));
  return app;
}

function readOnlyJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(['application/json', 'application/merge-patch+json'], { parseAs: 'string' }, (request, body: string, done) => {
    // Many a library names the type of nothing, too.
    if (body === '') return done(null, undefined);
    parse(request, withoutRounding(body), (error, value) => done(error ?? nulIn(body, value) ?? null, value));
  });
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw new BusinessError('malformedRequest');
  });
}

// Node's own limit would be one for all, and an upload takes as long as it takes.
function limitArrival(app: FastifyInstance, arrivalMs: number) {
  app.addHook('onRequest', async ({ id, raw, headers, routeOptions }) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    // Tests and the mock call without a wire.
    if (!(raw.socket instanceof Socket)) return;
    const isUpload = routeOptions.config.upload;
    const late = () => answerOn(raw.socket, 'requestTimeout', { id, headers });
    const timer = isUpload ? undefined : setTimeout(late, arrivalMs).unref();
    if (isUpload) raw.setTimeout(arrivalMs, () => raw.destroy());
    raw.once('end', () => raw.setTimeout(0));
    raw.once('close', () => clearTimeout(timer));
  });
}

// Method, route, status and duration: never an address' query, a header or a body, where secrets travel.
function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    if (!request.routeOptions.config.access) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
