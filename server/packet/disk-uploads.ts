import { createWriteStream, mkdirSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { UPLOAD_KEPT_MS } from '../../contract/packet';
import { orStorageFull } from './full';

// tus creates the folder unawaited: if a platform that closes soon has removed the parent by then, nothing would handle the error.
Object.assign(FileStore.prototype, {
  checkOrCreateDirectory(this: FileStore) {
    mkdirSync(this.directory, { recursive: true });
  },
});

/** tus's file store, but it reports why a write failed, and still knows an upload whose file has become a packet's content. */
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
      // A partial upload is not worth keeping the disk full.
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

  /** Also removes an upload of which one of the files is missing. */
  override async remove(key: string): Promise<void> {
    await rm(join(this.directory, key), { force: true });
    await rm(join(this.directory, `${key}.json`), { force: true });
  }
}
