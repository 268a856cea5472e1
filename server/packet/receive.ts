import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/database';
import { BusinessError } from '../errors';
import { mayCome, tooLarge } from './intake';
import { newKey } from './key';
import type { PacketStore } from './store';

/** A stored file that is not a packet yet. */
export interface Received {
  key: string;
  filename: string;
  size: number;
  sha256: string;
}

interface Intake {
  db: Database;
  store: PacketStore;
  packetMax: number;
}

/** Upper bound of what multipart adds to a file: boundaries and other fields. */
const FIELDS_BYTES = 64 * 1024;

/**
 * Parses a multipart body, in any order of its parts: the fields become `request.body`, the file goes to the store.
 * If it ends early, nothing is left behind. @throws BusinessError
 */
export async function receive(request: FastifyRequest, intake: Intake): Promise<void> {
  const size = Number(request.headers['content-length'] ?? 0) - FIELDS_BYTES;
  if (size > 0) await mayCome(intake.db, intake.store, intake.packetMax, { size });
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({
      preservePath: true,
      limits: { files: 1, fields: 10, fieldSize: 16_384, fileSize: intake.packetMax },
    })) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname !== 'file' || part.filename === undefined) throw new BusinessError('noFile', { at: 'body.file' });
      else request.received = await storeFile(part, intake);
    }
  } catch (error) {
    throw explained(error, intake.packetMax);
  }
  request.body = fields;
}

async function storeFile({ file, filename }: MultipartFile, { db, store, packetMax }: Intake): Promise<Received> {
  const key = newKey();
  const hash = createHash('sha256');
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
    // busboy truncates a file at the limit without an error.
    flush: (done) => done(file.truncated ? tooLarge(packetMax) : null),
  });
  await mayCome(db, store, packetMax, { filename });
  file.once('error', (error) => measured.destroy(error));
  file.once('close', () => file.readableEnded || measured.destroy(new Error('the upload broke off')));
  await store.write(key, file.pipe(measured));
  if (size > 0) return { key, filename, size, sha256: hash.digest('hex') };
  await store.remove(key);
  throw new BusinessError('emptyFile', { at: 'body.file' });
}

function explained(error: unknown, packetMax: number): unknown {
  const { code = '' } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(packetMax);
  if (code === 'FST_FILES_LIMIT') return new BusinessError('noFile', { at: 'body.file' });
  if (error instanceof BusinessError || isOurs(error)) return error;
  return new BusinessError('malformedRequest');
}

// Failures of the disk, the bucket or the database; all others are faults of the request.
const isOurs = (error: unknown) =>
  ['syscall', '$metadata', 'errcode'].some((mark) => mark in (error as object)) && (error as { code?: string }).code !== 'ECONNRESET';

declare module 'fastify' {
  interface FastifyRequest {
    received?: Received;
  }
}
