import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PacketRow } from '../db/tables';
import { BusinessError } from '../errors';
import type { Span } from './downloads';
import type { Packets } from './open';
import { rangesOf } from './range';

/** Answers GET and HEAD of a content as RFC 9110 has it: conditions, one range or several, digests. */
export async function sendContent(
  { store, downloads }: Packets,
  packet: PacketRow,
  who: string,
  { headers, method }: FastifyRequest,
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

  const digest = Buffer.from(sha256, 'hex').toString('base64');
  reply.headers({
    'repr-digest': `sha-256=:${digest}:`,
    digest: `sha-256=${digest}`,
    'content-disposition': disposition(packet.filename),
  });
  const mayContinue = headers['if-range'] === undefined || headers['if-range'] === etag || headers['if-range'] === modified;
  const ranges = mayContinue && method === 'GET' ? rangesOf(headers.range, size) : undefined;
  if (ranges === 'beyond') {
    reply.header('content-range', `bytes */${size}`);
    throw new BusinessError('rangeBeyondEnd');
  }

  const spans: Span[] = ranges ?? [[0, size - 1]];
  const [[first, last] = [0, 0]] = spans;
  if (spans.length > 1) return reply.code(206).send(inParts());
  if (ranges) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  reply.headers({ 'content-type': 'application/octet-stream', 'content-length': last - first + 1 });
  if (method === 'HEAD') return reply.send();
  return reply.send(streamOf(bytes(await store.read(key, first, last), first)));

  /** A piece has been sent when the next one is asked for. */
  async function* bytes(content: Readable, first: number) {
    let sent = first;
    for await (const chunk of content) {
      yield chunk as Buffer;
      sent += chunk.length;
      downloads.sent(packet, who, [first, sent - 1]);
    }
  }

  function inParts() {
    const boundary = randomBytes(16).toString('hex');
    const tail = `\r\n--${boundary}--\r\n`;
    const parts = spans.map(([first, last]) => ({
      first,
      last,
      head: `\r\n--${boundary}\r\ncontent-type: application/octet-stream\r\ncontent-range: bytes ${first}-${last}/${size}\r\n\r\n`,
    }));
    const length = parts.reduce((sum, { head, first, last }) => sum + head.length + last - first + 1, tail.length);
    reply.headers({ 'content-type': `multipart/byteranges; boundary=${boundary}`, 'content-length': length });
    return streamOf(all());

    async function* all() {
      for (const { head, first, last } of parts) {
        yield Buffer.from(head);
        yield* bytes(await store.read(key, first, last), first);
      }
      yield Buffer.from(tail);
    }
  }
}

const streamOf = (pieces: AsyncIterable<Buffer>) => Readable.from(pieces, { objectMode: false, highWaterMark: 1 << 20 });

type Headers = FastifyRequest['headers'];

function isFresh({ 'if-none-match': tags, 'if-modified-since': since, range }: Headers, etag: string, createdAt: number) {
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  return since !== undefined && range === undefined && Math.floor(createdAt / 1000) * 1000 <= Date.parse(since);
}

/** `attachment`, with the name in UTF-8 for who reads RFC 5987 and in ASCII for who does not. */
export function disposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"${plain === filename ? '' : `; filename*=UTF-8''${encoded}`}`;
}
