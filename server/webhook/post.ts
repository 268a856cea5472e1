import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { type DeliveryFailure, MAX_RESPONSE_BYTES, TIMEOUT_MS } from '../../contract/webhook';
import { failureOfError, failureOfStatus } from './failure';
import { checkUrl, guardedLookup } from './target';

/** How long a receiver may take for the body once it has sent its headers. */
const BODY_MS = 2000;
const MAX_HEADER_BYTES = 8 * 1024;

export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Answered {
  response: { status: number; headers: Record<string, string>; body: string; truncated: boolean } | null;
  durationMs: number;
  error: DeliveryFailure | null;
  errorDetail: string;
}

export interface Post {
  /** One attempt. Never rejects: every failure becomes an `Answered`. */
  send(outgoing: Outgoing): Promise<Answered>;
  /** Aborts requests under way. */
  close(): Promise<void>;
}

/** Posts to the developers' servers: reuses connections, follows no redirects, verifies certificates, checks addresses. */
export function openPost(allowPrivate: boolean): Post {
  const agent = new Agent({
    connect: { lookup: guardedLookup(allowPrivate), timeout: 10_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
  });

  function send({ url, headers, body }: Outgoing) {
    return new Promise<Answered>((answered) => {
      const exchange = new Exchange(answered);
      try {
        const { origin, pathname, search } = checkUrl(url, allowPrivate);
        agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, exchange);
      } catch (error) {
        exchange.fail(error);
      }
    });
  }

  return { send, close: () => agent.destroy() };
}

/** A request as an undici handler: undici's streams and abort signals would cost as much as the rest of a delivery. */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout;
  private controller?: Dispatcher.DispatchController;
  private head?: { status: number; headers: Record<string, string>; tookMs: number };
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private isOver = false;

  constructor(private readonly answered: (answer: Answered) => void) {
    this.timer = setTimeout(() => this.fail(new TimedOut()), TIMEOUT_MS);
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.controller = controller;
    if (this.isOver) controller.abort(new TimedOut());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    // 1xx responses are not final.
    if (this.isOver || status < 200) return;
    this.head = { status, headers: flattened(headers), tookMs: this.tookMs() };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.finish(false), BODY_MS);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer) {
    if (this.isOver) return;
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length > MAX_RESPONSE_BYTES) this.finish(false);
  }

  onResponseEnd() {
    this.finish(true);
  }

  onRequestUpgrade(_: Dispatcher.DispatchController, status: number, __: IncomingHttpHeaders, socket: Duplex) {
    socket.destroy();
    this.head = { status, headers: {}, tookMs: this.tookMs() };
    this.finish(true);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error) {
    this.fail(error);
  }

  /** If the status was received, it counts, even if the body breaks off or never ends. */
  fail(error: unknown) {
    if (this.head) return this.finish(false);
    this.settle({ response: null, durationMs: this.tookMs(), error: failureOfError(error), errorDetail: detailOf(error) });
  }

  private finish(isWhole: boolean) {
    const { status, headers, tookMs } = this.head as NonNullable<typeof this.head>;
    const body = storable(Buffer.concat(this.chunks).subarray(0, MAX_RESPONSE_BYTES).toString());
    const response = { status, headers, body, truncated: !isWhole };
    this.settle({ response, durationMs: tookMs, error: failureOfStatus(status), errorDetail: '' });
  }

  private settle(answer: Answered) {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.answered(answer);
    if (answer.error === 'timeout' || answer.response?.truncated) this.controller?.abort(new TimedOut());
  }

  private readonly tookMs = () => Math.round(performance.now() - this.startedAt);
}

class TimedOut extends Error {
  name = 'UND_ERR_HEADERS_TIMEOUT';
  // The kind of error says everything.
  message = '';
}

// Values of the receiver's cookies are not stored.
function flattened(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  let left = MAX_HEADER_BYTES;
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === '__proto__') continue;
    const text = name === 'set-cookie' ? '…' : storable(String(value)).slice(0, 1024);
    left -= name.length + text.length;
    if (left < 0) break;
    kept.push([name, text]);
  }
  return Object.fromEntries(kept);
}

// PostgreSQL cannot store U+0000.
const storable = (text: string) => text.replaceAll('\u0000', '\ufffd');

function detailOf(error: unknown): string {
  const { errors, cause } = error as { errors?: Error[]; cause?: Error };
  const { code, message } = (errors?.[0] ?? cause ?? error) as NodeJS.ErrnoException;
  return storable([code, message].filter(Boolean).join(': ')).slice(0, 300);
}
