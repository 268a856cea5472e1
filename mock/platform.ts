import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { endpoints } from '../contract';
import { pathOf } from '../contract/endpoint';
import { createApp } from '../server/app';
import { inMemory } from '../server/config';
import { openPlatform, type Platform } from '../server/platform';
import { ADMIN, type Caller, connectSome, DEVELOPER, fillWorld, PASSWORD } from './world';

/** What Umi's dev server hands to a mock: an Express request whose body it has already read. */
interface Asked {
  method: string;
  originalUrl: string;
  headers: IncomingHttpHeaders;
  body?: Record<string, unknown>;
  files?: { fieldname: string; originalname: string; mimetype: string; buffer: Buffer<ArrayBuffer> }[];
}

// The mock is the platform itself, in memory. Umi reads this file to learn the paths: nothing opens before the first request.
let opened: Promise<{ app: FastifyInstance; platform: Platform }> | undefined;

async function open() {
  const platform = await openPlatform(inMemory());
  const app = await createApp(platform);
  const world = await fillWorld(callerOf(app));
  for (const { id } of [world.warehouse, world.station]) await connectSome(platform, id);
  process.stdout.write(`\n  The mock is ready: sign in as ${ADMIN} or ${DEVELOPER}, password ${PASSWORD}\n\n`);
  return { app, platform };
}

/** Lets go of the platform, if anything was asked of it. */
export async function close() {
  if (!opened) return;
  const { app, platform } = await opened;
  await app.close();
  await platform.close();
}

/** Calls the API of an app that does not listen. */
export const callerOf =
  (app: FastifyInstance): Caller =>
  async (endpoint, input, token) => {
    const { params, query, body } = (input ?? {}) as { params?: Record<string, string>; query?: Record<string, string>; body?: object };
    const reply = await app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params),
      query,
      payload: body,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const { success, data, message } = reply.json();
    if (!success) throw new Error(`${endpoint.method} ${endpoint.path}: ${message}`);
    return data;
  };

// A handler that rejects would end the dev server. What the platform sends bit by bit goes through bit by bit.
async function answer(asked: Asked, response: ServerResponse) {
  try {
    opened ??= open();
    const { app } = await opened;
    const reply = await app.inject({
      method: asked.method as InjectOptions['method'],
      url: asked.originalUrl,
      headers: withoutBodyHeaders(asked.headers),
      payload: bodyOf(asked),
      payloadAsStream: true,
    });
    response.writeHead(reply.statusCode, reply.headers);
    await pipeline(reply.stream(), response);
  } catch (error) {
    if (response.destroyed) return;
    process.stderr.write(`mock: ${(error as Error).stack}\n`);
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: false, code: 50001, message: String(error) }));
  }
}

function withoutBodyHeaders({
  'content-length': _length,
  'content-type': _type,
  'transfer-encoding': _encoding,
  ...headers
}: IncomingHttpHeaders) {
  return headers;
}

// An upload that Umi has taken apart is put together again.
function bodyOf({ method, headers, body = {}, files }: Asked): InjectOptions['payload'] {
  if (method === 'GET' || !headers['content-type']) return undefined;
  if (!files) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  for (const { fieldname, originalname, mimetype, buffer } of files) {
    form.append(fieldname, new Blob([buffer], { type: mimetype }), originalname);
  }
  return form as unknown as InjectOptions['payload'];
}

const paths = [...endpoints.map(({ method, path }) => `${method} ${path}`), 'GET /openapi.json', 'GET /docs', 'GET /docs/:file'];

export default Object.fromEntries(paths.map((path) => [path, answer]));
