import { Agent } from 'undici';
import { type DeliveryFailure, MAX_RESPONSE_BYTES, TIMEOUT_MS } from '../../contract/webhook';
import { failureOfError, failureOfStatus } from './failure';
import { checkUrl, guardedLookup } from './target';

/** A receiver that has answered has this long to say the rest. */
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
  /** One try. Never rejects: whatever a receiver does ends as an answer. */
  send(outgoing: Outgoing): Promise<Answered>;
  /** Ends what is still being sent. */
  close(): Promise<void>;
}

/** Posts to the developers' servers: connections are used again, redirects not followed, certificates verified, addresses checked. */
export function openPost(allowPrivate: boolean): Post {
  const agent = new Agent({
    connect: { lookup: guardedLookup(allowPrivate), timeout: 10_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
  });

  async function send({ url, headers, body }: Outgoing): Promise<Answered> {
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
    try {
      const { origin, pathname, search } = checkUrl(url, allowPrivate);
      const reply = await agent.request({ origin, path: pathname + search, method: 'POST', headers, body, signal: abort.signal });
      const tookMs = durationMs();
      const { text, truncated } = await beginning(reply.body);
      const status = reply.statusCode;
      const response = { status, headers: flattened(reply.headers), body: text, truncated };
      return { response, durationMs: tookMs, error: failureOfStatus(status), errorDetail: '' };
    } catch (error) {
      const failure = abort.signal.aborted ? 'timeout' : failureOfError(error);
      return { response: null, durationMs: durationMs(), error: failure, errorDetail: detailOf(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  return { send, close: () => agent.destroy() };
}

/** As much of a body as is kept; of a receiver that never ends, what it said so far. */
async function beginning(body: AsyncIterable<Buffer> & { destroy(): void }) {
  const chunks: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_RESPONSE_BYTES) break;
    }
    isWhole = length <= MAX_RESPONSE_BYTES;
  } catch {
    // It closed early or did not come to an end: the status counts, and it has been said.
  } finally {
    clearTimeout(timer);
  }
  return { text: storable(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString()), truncated: !isWhole };
}

// A cookie of the receiver's is nobody's business here.
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

// PostgreSQL keeps no U+0000.
const storable = (text: string) => text.replaceAll('\u0000', '\ufffd');

function detailOf(error: unknown): string {
  const { errors, cause } = error as { errors?: Error[]; cause?: Error };
  const { code, message } = (errors?.[0] ?? cause ?? error) as NodeJS.ErrnoException;
  return storable([code, message].filter(Boolean).join(': ')).slice(0, 300);
}
