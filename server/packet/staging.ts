import { mkdirSync } from 'node:fs';
import { open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskUploads } from './disk-uploads';
import { isKey } from './key';

/** Bytes per read and write: large, because packets are. */
export const CHUNK_BYTES = 1 << 20;

/** A folder for uploads, each kept until forgotten. @param contentOf the content's file, if an upload is moved there once adopted */
export function openStaging(folder: string, contentOf?: (key: string) => string) {
  const uploads = join(folder, 'uploads');
  mkdirSync(uploads, { recursive: true, mode: 0o700 });

  return {
    uploads: new DiskUploads(uploads, contentOf),
    async pendingUploads() {
      const names = await readdir(uploads);
      return [...new Set(names.map((name) => name.replace(/\.json$/, '')))].filter(isKey);
    },
    async read(key: string) {
      const file = await open(join(uploads, key));
      return file.createReadStream({ highWaterMark: CHUNK_BYTES });
    },
    async forget(key: string) {
      for (const name of [key, `${key}.json`]) await rm(join(uploads, name), { force: true });
    },
    async room() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}
