import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import type { Config } from '../config';
import { openDiskStore } from './disk-store';
import { openS3Store } from './s3-store';

/** Where the contents of packets are kept, each under a key of `newKey()`. What has no room is refused with `storageFull`. */
export interface PacketStore {
  /** Keeps a content: whole and durable once it resolves, nothing of it when it rejects. */
  write(key: string, content: Readable): Promise<void>;
  /** @param first, last bytes, both included; all of them without */
  read(key: string, first?: number, last?: number): Promise<Readable>;
  /** The same for sending on: a piece is good until the next one is asked for. */
  pieces(key: string, first: number, last: number): AsyncIterable<Buffer>;
  /** A key that is not there is no failure. */
  remove(key: string): Promise<void>;
  /** Every content with the time it was last written, in milliseconds since the epoch. */
  contents(): AsyncIterable<{ key: string; at: number }>;
  /** Bytes that may still be written. */
  room(): Promise<number>;

  /** Receives uploads that can be resumed, each under the key of the content it becomes. */
  readonly uploads: DataStore;
  /** The keys of uploads that are neither adopted and forgotten nor removed. */
  pendingUploads(): Promise<string[]>;
  /** Makes what an upload has received the content under its key; once more is no harm. */
  adopt(key: string): Promise<void>;
  /** Lets go of what is known of an upload besides its content. */
  forget(key: string): Promise<void>;

  close(): Promise<void>;
}

/** The store that PACKET_STORE names; without it a folder of DATA_DIR, or one for as long as the process lives. */
export function openStore({ packetStore, dataDir, database }: Config): PacketStore {
  const folder = dataDir ? join(dataDir, 'packets') : mkdtempSync(join(tmpdir(), 'iot-base-packets-'));
  const store = packetStore ? openS3Store(packetStore, folder) : openDiskStore(folder, !dataDir || !database);
  const close = async () => {
    await store.close();
    if (!dataDir) rmSync(folder, { recursive: true, force: true });
  };
  return { ...store, close };
}
