import { createWriteStream, mkdirSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { UPLOAD_KEPT_MS } from '../../contract/packet';
import { orStorageFull } from './full';

// tus would make the folder later, with nobody to wait for it or to hear that it failed: a platform that closes soon has removed it by then.
Object.assign(FileStore.prototype, {
  checkOrCreateDirectory(this: FileStore) {
    mkdirSync(this.directory, { recursive: true });
  },
});

/** tus's file store, which says why a write failed, and still knows an upload whose file has become a packet's content. */
export class DiskUploads extends FileStore {
  constructor(
    folder: string,
    private readonly contentOf?: (key: string) => string,
  ) {
    super({ directory: folder, expirationPeriodInMilliseconds: UPLOAD_KEPT_MS });
  }

  override async write(content: Readable, key: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, key), { flags: 'r+', start: offset, highWaterMark: 1 << 20 });
    await pipeline(content, file).catch(async (error) => {
      const told = orStorageFull(error);
      // Half an upload is no reason to keep a disk full.
      if (told !== error) await this.remove(key);
      throw told;
    });
    return offset + file.bytesWritten;
  }

  override async getUpload(key: string): Promise<Upload> {
    const known = await this.configstore.get(key);
    const content = known && this.contentOf && (await stat(this.contentOf(key)).catch(() => undefined));
    return content ? new Upload({ ...known, id: key, offset: content.size }) : super.getUpload(key);
  }

  /** An upload of which only a part is left goes, too. */
  override async remove(key: string): Promise<void> {
    await rm(join(this.directory, key), { force: true });
    await rm(join(this.directory, `${key}.json`), { force: true });
  }
}
