import type { z } from 'zod';

/**
 * Who may make a call.
 * - `public`: anyone.
 * - `user`: a signed-in account, `Authorization: Bearer <token>`.
 * - `project`: the project's owner, or the developer's own server with `Authorization: Basic base64(appKey:appSecret)`.
 * - `admin`: account 1.
 */
export type Access = 'public' | 'user' | 'project' | 'admin';

/** One call of the API: where it lives, who may make it, what goes in, what comes out. What it does is said in server/docs/wording.ts. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  access: Access;
  /** At most `max` calls an address within `windowMs`. */
  limit?: { max: number; windowMs: number };
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Request headers, by their names in lower case. */
  headers?: z.ZodObject;
  body?: z.ZodObject;
  /** The multipart field that carries a file. */
  upload?: string;
  /** The answer is a stream of this media type, without an envelope; `data` then describes one row of it. */
  stream?: 'text/csv' | 'text/event-stream';
  /** It changes nothing, though it is no GET: what it asks about has no room in an address. */
  asksOnly?: true;
  data: z.ZodType;
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** What a call may carry. */
export type Part = 'params' | 'query' | 'headers' | 'body';
type Declared<E extends Endpoint> = { [P in Part as E[P] extends z.ZodObject ? P : never]: E[P] };

type Sent<E extends Endpoint> = { [P in keyof Declared<E>]: z.input<Declared<E>[P] & z.ZodObject> };

/** What a caller sends; all headers may be left out. */
export type Input<E extends Endpoint> = Omit<Sent<E>, 'headers'> & Partial<Pick<Sent<E>, 'headers' & keyof Sent<E>>>;

/** What a handler receives, once parsed. */
export type Parsed<E extends Endpoint> = {
  [P in keyof Declared<E>]: z.output<Declared<E>[P] & z.ZodObject>;
};

/** What a handler may answer, before the schema's defaults and transformations. */
export type Answer<E extends Endpoint> = z.input<E['data']>;

/** What a caller receives. */
export type Data<E extends Endpoint> = z.output<E['data']>;

/** The address of a call, its `:parameters` filled in and encoded. */
export function pathOf(endpoint: Endpoint, params: Record<string, string | number> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}
