import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import type { Config } from '../config';
import { openDiskStore } from './disk-store';
import { openS3Store } from './s3-store';

/** Stores the contents of packets, each under a key of `newKey()`. Throws `storageFull` if there is no room. */
export interface PacketStore {
  /** Stores a content: complete and durable once it resolves, nothing if it rejects. */
  write(key: string, content: Readable): Promise<void>;
  /** @param first, last byte range, both ends inclusive; by default the whole content */
  read(key: string, first?: number, last?: number): Promise<Readable>;
  /** Like `read`, but buffers are reused: a piece is valid until the next one is requested. */
  pieces(key: string, first: number, last: number): AsyncIterable<Buffer>;
  /** A missing key is no error. */
  remove(key: string): Promise<void>;
  /** Every content with the time of its last write, in milliseconds since the epoch. */
  contents(): AsyncIterable<{ key: string; at: number }>;
  /** Free bytes. */
  room(): Promise<number>;

  /** Receives resumable uploads, each under the key of the content it becomes. */
  readonly uploads: DataStore;
  /** The keys of uploads that are neither adopted and forgotten nor removed. */
  pendingUploads(): Promise<string[]>;
  /** Makes a received upload the content under its key; idempotent. */
  adopt(key: string): Promise<void>;
  /** Removes everything about an upload except its content. */
  forget(key: string): Promise<void>;

  close(): Promise<void>;
}

/** The store that PACKET_STORE names; otherwise a folder in DATA_DIR, or a temporary one that is removed on close. */
export function openStore({ packetStore, dataDir, database }: Config): PacketStore {
  const folder = dataDir ? join(dataDir, 'packets') : mkdtempSync(join(tmpdir(), 'iot-base-packets-'));
  const store = packetStore ? openS3Store(packetStore, folder) : openDiskStore(folder, !dataDir || !database);
  const close = async () => {
    await store.close();
    if (!dataDir) rmSync(folder, { recursive: true, force: true });
  };
  return { ...store, close };
}
