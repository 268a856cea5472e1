import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, Part } from '../contract/endpoint';
import { type ErrorName, errors, errorText, type Failure, type FailureDetail, type Language, ShowType } from '../contract/errors';
import { issueTexts } from '../contract/field-text';
import { isDatabaseGone, isUniqueViolation } from './db/dialect';
import { preferredLanguage } from './language';

interface Refusal {
  /** Filled into the message's `{placeholders}`. */
  values?: Record<string, string | number>;
  showType?: ShowType;
  details?: FailureDetail[];
  /** What the caller needs to go on. */
  data?: unknown;
  /** The field that is refused, e.g. `body.email`: the message stands beside it. */
  at?: string;
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
}

/** A refusal the caller can understand; anything else that is thrown is a fault of ours. */
export class BusinessError extends Error {
  name = 'BusinessError';

  constructor(
    readonly reason: ErrorName,
    readonly refusal: Refusal = {},
  ) {
    super(reason);
  }
}

/** What part of a request a refused field belongs to: `details[].path` begins with it. */
export class InvalidInput extends Error {
  name = 'InvalidInput';

  constructor(
    readonly part: Part,
    readonly cause: z.ZodError,
  ) {
    super('invalid input');
  }
}

/** The row that was found, or the refusal that there is none. @throws BusinessError notFound */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new BusinessError('notFound');
  return row;
}

/** For a write that may meet a unique key: `insert(…).catch(orTaken('nameTaken', 'body.name'))`. @throws BusinessError in its place */
export const orTaken =
  (reason: ErrorName, at: string) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? new BusinessError(reason, { at }) : error;
  };

/**
 * Everything thrown under a route, a hook or a parser becomes an envelope here, and nowhere else.
 * @param calls what may be asked here: an address by another method is told which it takes
 * @param hasConsole the console is served here, too: who opens an unknown address in a browser is led to its page of that name, or to its 404
 */
export function answerErrors(app: FastifyInstance, calls: Pick<Endpoint, 'method' | 'path'>[] = [], hasConsole = false) {
  const known = calls.map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }));

  app.addHook('onRequest', async ({ raw: { httpVersion, headers }, params, routeOptions }, reply) => {
    // RFC 9112, 3.2; Node's own answer would say nothing.
    if (headers.host === undefined && httpVersion === '1.1') throw new BusinessError('malformedRequest');
    // `/v1/platform/application/` is not the application called ''.
    if (routeOptions.config.access && Object.values(params as object).includes('')) return reply.callNotFound();
  });
  // Of the console's files: an address with an empty part, or a way out of their folder.
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    error.code === 'FST_STATIC_FORBIDDEN_PATH' ? answerUnknown(request, reply) : answerError(error, request, reply),
  );
  app.setNotFoundHandler(answerUnknown);

  /** No route: a misspelt call is told so, and one by another method which there are (RFC 9110, 15.5.6). */
  function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
    const { method, url } = request;
    const path = url.replace(/[?#].*/s, '');
    // Browsers say that they take XHTML; text/html alone is what Java's own client says, too.
    const isOpened = method === 'GET' && request.headers.accept?.includes('application/xhtml+xml') && !/^\/+v1\//.test(path);
    const there = new Set<string>(known.filter(({ pattern }) => pattern.test(path)).map((one) => one.method));
    // Whatever is read is answered without its body, too.
    if (there.has('GET')) there.add('HEAD');
    const isOther = there.size > 0 && !there.has(method);
    if (hasConsole && isOpened && !isOther) return reply.redirect(`/#${url}`);
    const reason = isOther ? 'methodNotAllowed' : 'noSuchCall';
    const methods = [...there].join(languageOf(request) === 'zh-CN' ? '、' : ', ');
    if (isOther) reply.header('allow', [...there].join(', '));
    return reply.code(statusOf(reason)).send(failureOf(request, reason, { values: { method, path, methods } }));
  }
}

/** Answers one failure; also what Fastify cannot even route, as a malformed address. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, failure, retryAfter } = failed(error, request);
  if (retryAfter) reply.header('retry-after', retryAfter);
  return reply.code(status).send(failure);
}

/** Answers what never became a request, on its socket: not HTTP, or too much of it. @param last what was answered just before */
export function answerUnreadable(error: Error & { code?: string; rawPacket?: unknown }, socket: Duplex, last?: IncomingMessage) {
  const { code = '', rawPacket } = error;
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const answer = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage;
  // What came whole before it is answered first, and then what came whole after that.
  if (answer?.req.complete && (!answer.headersSent || answer.writableEnded)) {
    // Each further packet is as unreadable, and says so here.
    if (waiting.has(socket)) return;
    waiting.add(socket);
    return void answer.once('finish', () => {
      waiting.delete(socket);
      answerUnreadable(error, socket, answer.req);
    });
  }
  // An answer that is on its way is nobody's to write into.
  if (answer?.headersSent) return void socket.destroy();
  const [, language = (answer?.req ?? last)?.headers['accept-language']] =
    /^accept-language: *(.*)$/im.exec(Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '') ?? [];
  answerOn(socket, unreadable[code] ?? 'malformedRequest', { id: randomUUID(), headers: { 'accept-language': language } });
}

/** Connections on which something unreadable came while an answer before it was awaited. */
const waiting = new WeakSet<Duplex>();

// As Node names them (llhttp).
const unreadable: Record<string, ErrorName> = {
  HPE_INVALID_URL: 'unencodedAddress',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** A failure as the last thing that a connection carries. */
export function answerOn(socket: Duplex, reason: ErrorName, asked: Asked) {
  const status = statusOf(reason);
  const body = JSON.stringify(failureOf(asked, reason));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${asked.id}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** What a failure has to know of what was asked. */
type Asked = Pick<FastifyRequest, 'id' | 'headers'>;

/** What a failure is answered with; one that is a fault of ours is logged. */
export function failed(error: FastifyError, request: FastifyRequest) {
  const { reason, refusal } = refusalOf(error, request);
  const status = statusOf(reason);
  if (status >= 500 && !(error instanceof BusinessError)) request.log.error({ err: error }, 'a request failed');
  return { status, failure: failureOf(request, reason, refusal), retryAfter: refusal.retryAfter };
}

export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language => preferredLanguage(headers['accept-language']);

function refusalOf(error: FastifyError, request: FastifyRequest): { reason: ErrorName; refusal: Refusal } {
  if (error instanceof BusinessError) return error;
  if (error instanceof InvalidInput) {
    return { reason: 'invalidInput', refusal: { details: issueTexts(error.cause, languageOf(request), error.part) } };
  }
  // Whoever asked has broken off before all of it came; a database that is gone says the same word.
  if (error.code === 'ECONNRESET' && request.raw.destroyed && !request.raw.complete) return { reason: 'malformedRequest', refusal: {} };
  if (isDatabaseGone(error)) return { reason: 'unavailable', refusal: { retryAfter: 5 } };
  const status = error.statusCode ?? 500;
  if (status === 429) return { reason: 'tooManyRequests', refusal: retryIn(Number((error as { retryAfter?: number }).retryAfter ?? 60)) };
  if (status === 413) return { reason: 'tooLarge', refusal: {} };
  if (status === 415) return { reason: 'unsupportedMediaType', refusal: {} };
  if (status === 404) return { reason: 'notFound', refusal: {} };
  if (status === 503) return { reason: 'unavailable', refusal: { retryAfter: 5 } };
  if (status < 500) return { reason: 'malformedRequest', refusal: {} };
  return { reason: 'serverFault', refusal: {} };
}

/** A refusal that says when to come back. */
export const retryIn = (seconds: number): Refusal => ({
  values: { wait: seconds },
  retryAfter: Math.ceil(seconds),
});

/** @param limit what a limit says of this request @throws BusinessError tooManyRequests when it is one too many */
export function keepWithin(limit: Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>): void {
  if (!limit.isAllowed && limit.isExceeded) throw new BusinessError('tooManyRequests', retryIn(limit.ttlInSeconds));
}

const statusOf = (reason: ErrorName) => Math.floor(errors[reason].code / 100);

function failureOf(request: Asked, reason: ErrorName, { values, showType, details, at, data }: Refusal = {}): Failure {
  const { code } = errors[reason];
  const message = errorText(reason, languageOf(request), values);
  return {
    success: false,
    code,
    message,
    errorCode: code,
    errorMessage: message,
    showType: showType ?? ShowType.error,
    requestId: request.id,
    ...(details && { details }),
    ...(data !== undefined && { data }),
    ...(at && { details: [{ path: at, message }] }),
  };
}
