import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { orStorageFull } from './full';
import { isKey } from './key';
import { piecesOf } from './pieces';
import { CHUNK_BYTES, openStaging } from './staging';
import type { PacketStore } from './store';

/**
 * Packets in a folder: `<key>` is a content, `drafts/` holds unfinished writes, `uploads/` unfinished uploads.
 * @param alone no other process uses the folder
 */
export function openDiskStore(folder: string, alone: boolean): PacketStore {
  const drafts = join(folder, 'drafts');
  const uploads = join(folder, 'uploads');
  const fileOf = (key: string) => join(folder, key);
  // Writes that the previous process left unfinished are not resumed.
  if (alone) rmSync(drafts, { recursive: true, force: true });
  mkdirSync(drafts, { recursive: true, mode: 0o700 });
  const staged = openStaging(folder, fileOf);

  /** Durable: the folder is synced, too, so that the name survives a crash. */
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

    pieces: (key, first, last) => piecesOf(fileOf(key), first, last),

    remove: (key) => rm(fileOf(key), { force: true }),

    async *contents() {
      for (const key of (await readdir(folder)).filter(isKey)) {
        const found = await stat(fileOf(key)).catch(() => undefined);
        if (found) yield { key, at: found.mtimeMs };
      }
    },

    room: () => staged.room(),
    uploads: staged.uploads,
    pendingUploads: () => staged.pendingUploads(),

    async adopt(key) {
      const received = join(uploads, key);
      if (!(await exists(received)) && (await exists(fileOf(key)))) return;
      await synced(received);
      await moveIn(received, key);
    },

    forget: (key) => staged.forget(key),

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
