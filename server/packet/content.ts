import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PacketRow } from '../db/tables';
import { BusinessError } from '../errors';
import type { Span } from './downloads';
import type { Packets } from './open';
import { rangesOf } from './range';

/** Answers GET and HEAD of a content by RFC 9110: conditional requests, single and multiple ranges, digests. */
export async function sendContent(
  { store, downloads }: Packets,
  packet: PacketRow,
  who: string,
  { headers, method, log }: FastifyRequest,
  reply: FastifyReply,
) {
  const { key, size, sha256 } = packet;
  const etag = `"${sha256}"`;
  const modified = new Date(packet.createdAt).toUTCString();
  reply.headers({
    etag,
    'last-modified': modified,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-transform',
  });
  if (isFresh(headers, etag, packet.createdAt)) return reply.code(304).send();

  const mayContinue = headers['if-range'] === undefined || headers['if-range'] === etag || headers['if-range'] === modified;
  const ranges = mayContinue && method === 'GET' ? rangesOf(headers.range, size) : undefined;
  if (ranges === 'beyond') {
    reply.header('content-range', `bytes */${size}`);
    throw new BusinessError('rangeBeyondEnd');
  }

  const digest = Buffer.from(sha256, 'hex').toString('base64');
  const described = {
    'repr-digest': `sha-256=:${digest}:`,
    digest: `sha-256=${digest}`,
    'content-disposition': disposition(packet.filename),
  };

  const spans: Span[] = ranges ?? [[0, size - 1]];
  const [[first, last] = [0, 0]] = spans;
  if (spans.length === 1) {
    const of = ranges && { 'content-range': `bytes ${first}-${last}/${size}` };
    const fields = { ...described, ...of, 'content-type': 'application/octet-stream', 'content-length': last - first + 1 };
    if (method === 'HEAD') return reply.headers(fields).send();
    return write(reply, ranges ? 206 : 200, fields, bytes(first, last), log);
  }

  const boundary = randomBytes(16).toString('hex');
  const tail = `\r\n--${boundary}--\r\n`;
  const parts = spans.map(([first, last]) => ({
    first,
    last,
    head: `\r\n--${boundary}\r\ncontent-type: application/octet-stream\r\ncontent-range: bytes ${first}-${last}/${size}\r\n\r\n`,
  }));
  const length = parts.reduce((sum, { head, first, last }) => sum + head.length + last - first + 1, tail.length);
  const fields = { ...described, 'content-type': `multipart/byteranges; boundary=${boundary}`, 'content-length': length };
  return write(reply, 206, fields, inParts(), log);

  async function* inParts() {
    for (const { head, first, last } of parts) {
      // With the first piece: nothing is sent of a content that cannot be read.
      let ahead: string | undefined = head;
      for await (const piece of bytes(first, last)) {
        yield ahead === undefined ? piece : Buffer.concat([Buffer.from(ahead), piece]);
        ahead = undefined;
      }
    }
    yield Buffer.from(tail);
  }

  /** A piece counts as sent when the next one is requested. */
  async function* bytes(first: number, last: number) {
    let sent = first;
    for await (const piece of store.pieces(key, first, last)) {
      yield piece;
      sent += piece.length;
      downloads.sent(packet, who, [first, sent - 1]);
    }
  }
}

/**
 * Writes piece by piece with backpressure, to keep memory per receiver small. A receiver that leaves early is no error.
 * @throws what the first piece throws: a content that cannot be read is answered with an error, not with a broken connection
 */
async function write(
  reply: FastifyReply,
  status: number,
  fields: OutgoingHttpHeaders,
  pieces: AsyncGenerator<Buffer>,
  log: FastifyRequest['log'],
): Promise<FastifyReply> {
  const { raw } = reply;
  const gone = new Promise<false>((resolve) => raw.once('close', () => resolve(false)));
  let next = await pieces.next();
  reply.hijack();
  try {
    raw.writeHead(status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...fields });
    for (; !next.done; next = await pieces.next()) {
      const { value } = next;
      const isWritten = new Promise<boolean>((resolve) => raw.write(value, (error) => resolve(!error)));
      if (!(await Promise.race([isWritten, gone]))) return reply;
    }
    raw.end();
  } catch (error) {
    // The headers are sent: only breaking the connection tells the receiver that the content is incomplete.
    log.error({ err: error }, 'a download broke off');
    raw.destroy();
  } finally {
    await pieces.return(undefined);
  }
  return reply;
}

type Headers = FastifyRequest['headers'];

function isFresh({ 'if-none-match': tags, 'if-modified-since': since, range }: Headers, etag: string, createdAt: number) {
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  return since !== undefined && range === undefined && Math.floor(createdAt / 1000) * 1000 <= Date.parse(since);
}

/** `attachment`, with the name in UTF-8 for clients that support RFC 5987, and in ASCII for the others. */
export function disposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"${plain === filename ? '' : `; filename*=UTF-8''${encoded}`}`;
}
