import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { platformPaths } from '../config/proxy';
import { pathOf } from '../contract/endpoint';
import { createApp } from '../server/app';
import { inMemory } from '../server/config';
import { createDownloadHost } from '../server/packet/download-host';
import { openPlatform } from '../server/platform';
import { fillLargeWorld } from './large-world';
import { openSwitchboard } from './switchboard';
import { ADMIN, type Caller, DEVELOPER, PASSWORD } from './world';

/** The dev server's address, used in URLs in the data, for example of request bins. */
const HOST = `127.0.0.1:${process.env.PORT ?? 8000}`;
/** Longer than the history in the mock's data, so that none of it is deleted. */
const KEPT_DAYS = 400;

export interface Mock {
  /** A middleware: answers requests to the platform, subject to QA's switches, and WebSocket upgrades; passes others to `next`. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Opens the mock: the real platform, in memory, with data. Its behaviour only differs where QA's switches change it. */
export function openMock(): Mock {
  const opened = open();
  const servers = new WeakSet<Server>();
  opened.catch((error: Error) => process.stderr.write(`mock: ${error.stack}\n`));

  async function handle(request: IncomingMessage, response: ServerResponse, next: () => void) {
    takeUpgrades(request);
    const { app, switchboard } = await opened;
    if (await switchboard.intercepts(request, response)) return;
    if (!isPlatforms(request)) return next();
    // Compression would buffer streamed responses.
    request.headers['accept-encoding'] = 'identity';
    app.server.emit('request', request, response);
  }

  function takeUpgrades({ socket }: IncomingMessage) {
    const { server } = socket as unknown as { server?: Server };
    if (!server || servers.has(server)) return;
    servers.add(server);
    server.on('upgrade', async (request, socket, head) => {
      if (isPlatforms(request)) (await opened).app.server.emit('upgrade', request, socket, head);
    });
  }

  return {
    // An unhandled rejection would end the dev server.
    handle: (request, response, next) =>
      handle(request, response, next).catch((error: Error) => {
        response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ success: false, code: 50001, message: `mock: ${error.message}` }));
      }),
    close: async () => (await opened).close(),
  };
}

const pathIn = ({ url = '' }: IncomingMessage) => url.split('?')[0] as string;
const isPlatforms = (request: IncomingMessage) =>
  platformPaths.some((path) => pathIn(request) === path || pathIn(request).startsWith(`${path}/`));

async function open() {
  const platform = await openPlatform(inMemory({ mqttPort: 0, recordDays: KEPT_DAYS, eventDays: KEPT_DAYS }));
  const { config } = platform;
  const app = await createApp(platform);
  const switchboard = openSwitchboard(app, platform);
  const downloadHost = await createDownloadHost(platform);
  await app.ready();
  await downloadHost.listen({ host: config.host, port: 0 });
  // Links name the port that was given.
  config.downloadPort = (downloadHost.server.address() as AddressInfo).port;
  const { devices } = await fillLargeWorld(callerOf(app), platform);
  process.stdout.write(
    `\n  The mock is ready: sign in as ${DEVELOPER}, who owns all projects, or as ${ADMIN}, who publishes versions; the password of both is ${PASSWORD}\n\n`,
  );

  async function close() {
    await devices.stop();
    await downloadHost.close();
    await app.close();
    await platform.close();
  }
  return { app, platform, switchboard, close };
}

/** Returns a function that calls the API of an app without listening on a port. */
export const callerOf =
  (app: FastifyInstance): Caller =>
  async (endpoint, input, token) => {
    const { params, query, body } = (input ?? {}) as { params?: Record<string, string>; query?: Record<string, string>; body?: object };
    const reply = await app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params),
      query,
      payload: body,
      headers: { host: HOST, ...(token && { authorization: `Bearer ${token}` }) },
    });
    const { success, data, message } = reply.json();
    if (!success) throw new Error(`${endpoint.method} ${endpoint.path}: ${message}`);
    return data;
  };
