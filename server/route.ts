import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer, Endpoint, Parsed, Part } from '../contract/endpoint';
import type { Caller } from './access';
import { InvalidInput } from './errors';
import { parseStrictly } from './strict';

type Handler<E extends Endpoint> = (
  input: Parsed<E>,
  caller: Caller,
  reply: FastifyReply,
) => Promise<E extends { stream: string } ? FastifyReply : Answer<E>>;

/** Binds one endpoint of the contract to its handler: parse in, parse out, wrap. */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handle: Handler<E>) {
  const { method, access, upload, asksOnly } = endpoint;
  const { max, windowMs } = endpoint.limit ?? {};
  app.route({
    method,
    url: endpoint.path,
    config: {
      access,
      upload: upload !== undefined,
      changes: method !== 'GET' && !asksOnly,
      ...(max && { rateLimit: { max, timeWindow: windowMs } }),
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const answer = await handle(parse(endpoint, request), request.caller, reply);
      if (endpoint.stream) return answer;
      return { success: true, code: 0, data: endpoint.data.parse(answer) };
    },
  });
}

const NOTHING = z.object({});

function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  const part = (name: Part, value: unknown, parsed = endpoint[name]?.safeParse(value, { reportInput: true })) => {
    if (parsed?.error) throw new InvalidInput(name, parsed.error);
    return parsed?.data;
  };
  // What a call does not know it does not do, also where it knows nothing: `?dryRun=true`.
  const asked = (name: Part, value: unknown) => part(name, value, parseStrictly(endpoint[name] ?? NOTHING, value));
  return {
    // Parameters of a path are named by us, and there are more headers than anybody declares.
    params: part('params', request.params),
    headers: part('headers', request.headers),
    query: asked('query', withoutEmpty(request.query as object)),
    body: asked('body', request.body === undefined ? {} : request.body),
  } as unknown as Parsed<E>;
}

// A filter that is an empty string counts as absent.
const withoutEmpty = (query: object) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Endpoint['access'];
    /** Its body is a file: it may take long to arrive. */
    upload?: boolean;
    /** Something is another afterwards. */
    changes?: boolean;
  }
}
