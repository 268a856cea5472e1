import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DataStore } from '@tus/server';
import { orStorageFull } from './full';
import { isKey } from './key';
import type { PacketStore } from './store';

/** What is read and written at once: large, because a packet is. */
const CHUNK_BYTES = 1 << 20;

/** Packets in a folder: `<key>` is a content, `drafts/` what is being written, `uploads/` what is being received. @param alone nobody else uses the folder */
export function openDiskStore(folder: string, alone: boolean): PacketStore {
  const drafts = join(folder, 'drafts');
  const uploads = join(folder, 'uploads');
  const fileOf = (key: string) => join(folder, key);
  // What was being written when the process ended will not be gone on with.
  if (alone) rmSync(drafts, { recursive: true, force: true });
  for (const path of [drafts, uploads]) mkdirSync(path, { recursive: true, mode: 0o700 });
  let receiver: Promise<DataStore> | undefined;

  /** Durable: the name, too, is on the disk. */
  async function moveIn(from: string, key: string) {
    await rename(from, fileOf(key));
    await synced(folder);
  }

  return {
    async write(key, content) {
      const draft = join(drafts, key);
      try {
        await pipeline(content, createWriteStream(draft, { flags: 'wx', mode: 0o600, highWaterMark: CHUNK_BYTES, flush: true }));
        await moveIn(draft, key);
      } catch (error) {
        await rm(draft, { force: true });
        throw orStorageFull(error);
      }
    },

    async read(key, first = 0, last) {
      const file = await open(fileOf(key));
      return file.createReadStream({ start: first, end: last, highWaterMark: CHUNK_BYTES });
    },

    remove: (key) => rm(fileOf(key), { force: true }),

    async *contents() {
      for (const key of (await readdir(folder)).filter(isKey)) {
        const found = await stat(fileOf(key)).catch(() => undefined);
        if (found) yield { key, at: found.mtimeMs };
      }
    },

    async room() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },

    uploads() {
      receiver ??= import('./disk-uploads').then(({ DiskUploads }) => new DiskUploads(uploads, fileOf));
      return receiver;
    },

    async pendingUploads() {
      const names = await readdir(uploads);
      return [...new Set(names.map((name) => name.replace(/\.json$/, '')))].filter(isKey);
    },

    async adopt(key) {
      const received = join(uploads, key);
      if (!(await exists(received)) && (await exists(fileOf(key)))) return;
      await synced(received);
      await moveIn(received, key);
    },

    forget: (key) => rm(join(uploads, `${key}.json`), { force: true }),

    close: async () => {},
  };
}

async function synced(path: string) {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
