import { Server, type ServerOptions, type Upload } from '@tus/server';
import type { Logger } from 'pino';
import { z } from 'zod';
import { PacketDraft, PacketFilename, Sha256, UPLOAD_KEPT_MS, UPLOAD_PATH } from '../../contract/packet';
import type { Database } from '../db/database';
import { BusinessError, InvalidInput } from '../errors';
import { admit, fingerprint, mayCome } from './intake';
import { newKey } from './key';
import { type AuthoredPacket, packetByKey } from './queries';
import type { PacketStore } from './store';

interface Uploading {
  db: Database;
  store: PacketStore;
  packetMax: number;
  now: () => number;
  log: Logger;
}

/** The request type that tus passes to its hooks. */
export type ServerRequest = Parameters<NonNullable<ServerOptions['onResponseError']>>[0];

/** The metadata of a tus upload. */
const Metadata = PacketDraft.extend({ filename: PacketFilename, sha256: Sha256.optional(), accountId: z.coerce.number().int() });

export type Uploads = ReturnType<typeof openUploads>;

/** Uploads that can be resumed after a lost connection, a reload or a restart: tus 1.0. Each becomes a packet exactly once. */
export function openUploads({ db, store, packetMax, now, log }: Uploading) {
  const finishing = new Map<string, Promise<AuthoredPacket>>();

  /** @param failed turns an error into an answer */
  function server(
    accountIdOf: (request: ServerRequest) => number,
    failed: (request: ServerRequest, error: unknown) => { status_code: number; body: string },
  ) {
    return new Server({
      path: UPLOAD_PATH,
      datastore: store.uploads,
      relativeLocation: true,
      maxSize: packetMax,
      disableTerminationForFinishedUploads: true,
      // The console has the same origin; other origins have no access.
      allowedOrigins: () => false,
      namingFunction: newKey,
      onUploadCreate: async (request, upload) => {
        const metadata = { ...described(upload), accountId: String(accountIdOf(request)) };
        const { name, version, filename } = metadata;
        await mayCome(db, store, packetMax, { name, version, filename, size: upload.size });
        return { metadata: upload.metadata && { ...upload.metadata, accountId: metadata.accountId } };
      },
      onUploadFinish: async (_, { id }) => {
        await finish(id);
        return {};
      },
      onResponseError: async (request, error) => failed(request, error),
    });
  }

  /** Makes a complete upload a packet. @throws BusinessError; then nothing of it is left */
  function finish(key: string): Promise<AuthoredPacket> {
    const running = finishing.get(key) ?? toPacket(key).finally(() => finishing.delete(key));
    finishing.set(key, running);
    return running;
  }

  async function toPacket(key: string): Promise<AuthoredPacket> {
    const known = await packetByKey(db, key);
    if (known) return known;
    const upload = await store.uploads.getUpload(key);
    const { sha256: expected, accountId, ...draft } = Metadata.parse(withoutEmpty(upload.metadata));
    await store.adopt(key);
    const { sha256, size } = await fingerprint(store, key);
    if (size !== upload.size || (expected && sha256 !== expected)) {
      await drop(key);
      throw new BusinessError('wrongChecksum', { at: 'body.file' });
    }
    try {
      return await admit(db, store, { ...draft, key, size, sha256, createdAt: now(), createdBy: accountId });
    } catch (error) {
      if (error instanceof BusinessError) await drop(key);
      throw error;
    } finally {
      if (await packetByKey(db, key)) await store.forget(key);
    }
  }

  /** Removes an upload, complete or not, and its content. */
  async function drop(key: string): Promise<void> {
    await store.uploads.remove(key).catch((error: unknown) => log.debug({ err: error, key }, 'an upload was gone already'));
    await store.remove(key);
    await store.forget(key);
  }

  /** The packet of an upload, made now if the upload is complete; undefined if it is incomplete or unknown. */
  async function finished(key: string): Promise<AuthoredPacket | undefined> {
    const packet = await packetByKey(db, key);
    if (packet) return packet;
    const upload = await store.uploads.getUpload(key).catch(() => undefined);
    return upload && upload.offset === upload.size ? finish(key) : undefined;
  }

  /** Finishes complete uploads that a restart kept from becoming packets, and drops expired ones. */
  async function tidy(): Promise<void> {
    for (const key of await store.pendingUploads()) {
      const upload = await store.uploads.getUpload(key).catch(() => undefined);
      const age = now() - Date.parse(upload?.creation_date ?? '');
      if (upload && upload.offset === upload.size)
        await finish(key).catch((error) => log.warn({ err: error }, 'an upload did not become a packet'));
      else if (!(age < UPLOAD_KEPT_MS)) await drop(key);
    }
  }

  return { server, finished, tidy };
}

/** @throws InvalidInput with the same messages as a form upload */
function described({ metadata = {} }: Upload) {
  const { success, data, error } = Metadata.omit({ accountId: true }).safeParse(withoutEmpty(metadata));
  if (!success) throw new InvalidInput('body', error);
  return data;
}

// tus represents a key without a value as null.
const withoutEmpty = (metadata: Upload['metadata'] = {}) =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
