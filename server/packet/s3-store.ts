import type { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type { PacketLocation } from '../config';
import { orStorageFull } from './full';
import { isKey } from './key';
import { openStaging } from './staging';
import type { PacketStore } from './store';

/** Memory of one upload: this many parts of this size are in flight. */
const PART_BYTES = 8 << 20;
const PARTS = 3;

/**
 * Packets in a bucket, one object each. Resumable uploads are received in a folder and sent on once complete: S3 stores no partial parts.
 * The SDK is loaded on the first call, and takes its credentials from its usual sources.
 */
export function openS3Store({ bucket, endpoint, region }: PacketLocation, folder: string): PacketStore {
  const staged = openStaging(folder);
  const settings: S3ClientConfig = {
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Other servers than Amazon's do not support the newer checksums; integrity is checked by the packet's SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  let opened: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: new sdk.S3Client(settings) }));
    return opened;
  };

  const remove = async (key: string) => {
    const { sdk, client } = await open();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }));
  };

  async function write(key: string, content: Readable) {
    const { client } = await open();
    const { Upload } = await import('@aws-sdk/lib-storage');
    const upload = new Upload({ client, params: { Bucket: bucket, Key: key, Body: content }, partSize: PART_BYTES, queueSize: PARTS });
    // If the source fails, the upload is aborted, and its parts are removed.
    content.once('error', () => void upload.abort());
    await upload.done().catch((error) => {
      throw orStorageFull(content.errored ?? error);
    });
  }

  async function read(key: string, first?: number, last?: number) {
    const { sdk, client } = await open();
    const range = first === undefined ? undefined : `bytes=${first}-${last ?? ''}`;
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key, Range: range }));
    return Body as Readable;
  }

  /** All objects with our prefix, page by page. */
  async function* objects() {
    const { sdk, client } = await open();
    let after: string | undefined;
    do {
      const page = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: 'packet-', ContinuationToken: after }));
      for (const { Key = '', LastModified } of page.Contents ?? []) yield { key: Key, at: LastModified?.getTime() ?? 0 };
      after = page.NextContinuationToken;
    } while (after);
  }

  return {
    write,

    read,

    async *pieces(key, first, last) {
      for await (const piece of await read(key, first, last)) yield piece as Buffer;
    },

    remove,

    async *contents() {
      for await (const object of objects()) if (isKey(object.key)) yield object;
    },

    room: () => staged.room(),
    uploads: staged.uploads,
    pendingUploads: () => staged.pendingUploads(),
    adopt: async (key) => write(key, await staged.read(key)),
    forget: (key) => staged.forget(key),

    close: async () => {
      if (opened) (await opened).client.destroy();
    },
  };
}
