import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Upload } from '@tus/server';
import S3rver from 's3rver';
import { inMemory, readConfig } from '../../server/config';
import { newKey } from '../../server/packet/key';
import { openStore, type PacketStore } from '../../server/packet/store';
import { freePort } from '../support/ports.mjs';

/** Larger than a part of an S3 upload, and not a multiple of any block size. */
const content = randomBytes(20_000_003);
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Opened {
  store: PacketStore;
  close: () => Promise<void>;
}

const stores: Record<string, () => Promise<Opened>> = {
  'a folder': async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'iot-base-store-'));
    const store = openStore(inMemory({ dataDir }));
    return { store, close: () => rm(dataDir, { recursive: true }) };
  },
  'an S3 bucket': async () => {
    const directory = await mkdtemp(join(tmpdir(), 'iot-base-s3-'));
    const port = await freePort();
    const server = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'packets', configs: [] }],
    });
    await server.run();
    process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
    process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
    const { packetStore } = readConfig({ PACKET_STORE: `s3://packets?endpoint=http://127.0.0.1:${port}&region=us-east-1` });
    const store = openStore(inMemory({ packetStore }));
    return {
      store,
      close: async () => {
        await store.close();
        await server.close();
        await rm(directory, { recursive: true });
      },
    };
  },
};

describe.each(Object.entries(stores))('%s', (_, open) => {
  let store: PacketStore;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ store, close } = await open());
  });
  afterAll(() => close());

  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of store.contents()) found.push(key);
    return found;
  };

  test('keeps a content as it was given, whole or in part', async () => {
    const key = newKey();
    await store.write(key, Readable.from(inPieces(content)));

    expect(sha(await buffer(await store.read(key)))).toBe(sha(content));
    expect((await buffer(await store.read(key, 1_000_000, 1_000_009))).equals(content.subarray(1_000_000, 1_000_010))).toBe(true);
    expect(await keys()).toEqual([key]);
    await store.remove(key);
    await store.remove(key);
    expect(await keys()).toEqual([]);
  });

  test('keeps nothing of a content that breaks off', async () => {
    async function* broken() {
      yield* inPieces(content.subarray(0, 9_000_000));
      throw new Error('broke off');
    }

    await expect(store.write(newKey(), Readable.from(broken()))).rejects.toThrow('broke off');
    expect(await keys()).toEqual([]);
  });

  test('says that there is no room, and keeps nothing of what did not fit', async () => {
    async function* full() {
      yield content.subarray(0, 100_000);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }

    await expect(store.write(newKey(), Readable.from(full()))).rejects.toMatchObject({ reason: 'storageFull' });
    expect(await keys()).toEqual([]);
  });

  test('receives an upload bit by bit, and makes it a content', async () => {
    const key = newKey();
    const uploads = store.uploads;
    await uploads.create(new Upload({ id: key, size: content.length, offset: 0, metadata: { name: '固件' } }));
    expect(await store.pendingUploads()).toEqual([key]);
    const first = await uploads.write(Readable.from(inPieces(content.subarray(0, 12_345_678))), key, 0);
    expect(first).toBe(12_345_678);
    expect((await uploads.getUpload(key)).offset).toBe(first);

    expect(await uploads.write(Readable.from(inPieces(content.subarray(first))), key, first)).toBe(content.length);
    await store.adopt(key);
    await store.adopt(key);
    const { offset, size, metadata } = await uploads.getUpload(key);
    expect({ offset, size, metadata }).toEqual({ offset: content.length, size: content.length, metadata: { name: '固件' } });
    await store.forget(key);

    expect(await store.pendingUploads()).toEqual([]);
    expect(sha(await buffer(await store.read(key)))).toBe(sha(content));
    await store.remove(key);
  });

  test('lets go of an upload that is cancelled', async () => {
    const key = newKey();
    const uploads = store.uploads;
    await uploads.create(new Upload({ id: key, size: content.length, offset: 0, metadata: {} }));
    await uploads.write(Readable.from(inPieces(content.subarray(0, 1_000_000))), key, 0);
    await uploads.remove(key);
    await store.forget(key);

    expect(await store.pendingUploads()).toEqual([]);
    expect(await keys()).toEqual([]);
  });

  test('says how much room there is', async () => {
    expect(await store.room()).toBeGreaterThan(0);
  });
});

function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
