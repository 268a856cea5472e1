import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import files from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Platform } from './platform';

/** Security headers for every answer, and the built console: hashed files for ever, the page itself never from a cache. */
export async function serveConsole(app: FastifyInstance, { config }: Platform, root?: string) {
  const headers = await securityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        // antd writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // A virtual device downloads in the page, from the download host.
        connectSrc: ["'self'", 'ws:', 'wss:', config.downloadUrl ? new URL(config.downloadUrl).origin : `http://*:${config.downloadPort}`],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    // Plain http on a factory network has to work; behind TLS the proxy says it.
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ?? false,
  });
  app.addHook('onRequest', async (_, reply) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
  });
  if (!root) return;

  await app.register(files, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** What helmet says, asked once: it would put the same words together for every answer, which takes longer than the answer of a list. */
async function securityHeaders(options: FastifyHelmetOptions): Promise<[string, string][]> {
  const probe = Fastify();
  await probe.register(helmet, options);
  probe.get('/', async (_, reply) => reply.getHeaders());
  const reply = await probe.inject('/');
  return Object.entries(reply.json());
}
