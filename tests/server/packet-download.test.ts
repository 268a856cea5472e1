import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { disposition } from '../../server/packet/content';
import { createDownloadHost } from '../../server/packet/download-host';
import { merged } from '../../server/packet/downloads';
import { rangesOf } from '../../server/packet/range';
import { startPlatform, type TestPlatform } from '../support/platform';

const { packet } = contract;
const run = promisify(execFile);
const content = randomBytes(3_000_000);

let platform: TestPlatform;
let host: Awaited<ReturnType<typeof createDownloadHost>>;
let admin: Awaited<ReturnType<TestPlatform['signIn']>>;
let id: number;
let link: string;

beforeEach(async () => {
  platform = await startPlatform();
  host = await createDownloadHost(platform.platform);
  const base = await host.listen({ host: '127.0.0.1', port: 0 });
  platform.platform.config.downloadUrl = base;
  admin = await platform.signIn();
  const { data } = await admin.call(packet.upload, {
    body: { name: 'camera', version: '1' },
    file: new File([content], '固件 v1(正式).bin'),
  });
  id = data.id;
  link = data.downloadUrl;
});

afterEach(async () => {
  host.server.closeAllConnections();
  await host.close();
  await platform.close();
});

const ask = async (headers: Record<string, string> = {}, method = 'GET', url = link) => {
  const reply = await fetch(url, { method, headers });
  return { status: reply.status, header: (name: string) => reply.headers.get(name), body: Buffer.from(await reply.arrayBuffer()) };
};
const downloads = async (of = id) => {
  await platform.platform.packets.downloads.settle();
  return (await admin.call(packet.read, { params: { id: of } })).data.downloads;
};

describe('a download', () => {
  test('is the whole content, with what is needed to check and to keep it', async () => {
    const { status, header, body } = await ask();

    expect(status).toBe(200);
    expect(body.equals(content)).toBe(true);
    const digest = createHash('sha256').update(content).digest('base64');
    expect(header('repr-digest')).toBe(`sha-256=:${digest}:`);
    expect(header('content-type')).toBe('application/octet-stream');
    expect(header('content-length')).toBe('3000000');
    expect(header('accept-ranges')).toBe('bytes');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-disposition')).toBe(
      `attachment; filename="__ v1(__).bin"; filename*=UTF-8''%E5%9B%BA%E4%BB%B6%20v1%28%E6%AD%A3%E5%BC%8F%29.bin`,
    );
    const head = await ask({}, 'HEAD');
    expect({ status: head.status, length: head.header('content-length'), etag: head.header('etag') }).toEqual({
      status: 200,
      length: '3000000',
      etag: header('etag'),
    });
  });

  test('is not repeated when nothing has changed', async () => {
    const etag = (await ask({}, 'HEAD')).header('etag') ?? '';

    expect((await ask({ 'if-none-match': `"x", W/${etag}` })).status).toBe(304);
    expect((await ask({ 'if-none-match': '"x"' })).status).toBe(200);
    expect((await ask({ 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() })).status).toBe(304);
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=2999990-', 2_999_990, 2_999_999],
    ['bytes=-5', 2_999_995, 2_999_999],
    ['bytes=2999999-9999999', 2_999_999, 2_999_999],
  ])('of %s is that part', async (range, first, last) => {
    const { status, header, body } = await ask({ range });

    expect(status).toBe(206);
    expect(header('content-range')).toBe(`bytes ${first}-${last}/3000000`);
    expect(body.equals(content.subarray(first, last + 1))).toBe(true);
  });

  test('of several ranges is a part each', async () => {
    const { status, header, body } = await ask({ range: 'bytes=0-9, 100-109,5-19' });

    const [, boundary = ''] = /^multipart\/byteranges; boundary=(.+)$/.exec(header('content-type') ?? '') ?? [];
    expect(status).toBe(206);
    expect(body.length).toBe(Number(header('content-length')));
    const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
    expect(parts.map((part) => /content-range: (.+)\r/.exec(part)?.[1])).toEqual(['bytes 0-19/3000000', 'bytes 100-109/3000000']);
    expect(parts[1]?.split('\r\n\r\n')[1]?.trimEnd()).toBe(content.subarray(100, 110).toString('latin1').trimEnd());
  });

  test('of a range beyond the end is refused with the size', async () => {
    const { status, header, body } = await ask({ range: 'bytes=3000000-' });

    expect({ status, range: header('content-range'), code: JSON.parse(body.toString()).code }).toEqual({
      status: 416,
      range: 'bytes */3000000',
      code: ErrorCode.rangeBeyondEnd,
    });
    // The body is an error, and must not be saved as the packet.
    expect([header('repr-digest'), header('content-disposition')]).toEqual([null, null]);
  });

  test('goes on only with the same content', async () => {
    const etag = (await ask({}, 'HEAD')).header('etag') ?? '';

    expect((await ask({ range: 'bytes=5-', 'if-range': etag })).status).toBe(206);
    expect((await ask({ range: 'bytes=5-', 'if-range': '"other"' })).status).toBe(200);
  });

  test('is refused without the signature, with a changed link, and after a day', async () => {
    const url = new URL(link);
    const refused = [
      `${url.origin}${url.pathname}`,
      link.replace('signature=', 'signature=A'),
      link.replace(/expires=(\d)/, 'expires=9$1'),
      link.replace(`/packet/${id}/`, `/packet/${id + 1}/`),
      link.replace('.bin', '.exe'),
    ];
    for (const one of refused) {
      const { status, body } = await ask({}, 'GET', one);
      expect({ status, code: JSON.parse(body.toString()).code }).toEqual({ status: 403, code: ErrorCode.linkRefused });
    }
    platform.pass(24 * 3_600_000 + 2000);
    expect((await ask()).status).toBe(403);
  });

  test('is not answered for a while after sixty bad links of one address, nor after three thousand requests', async () => {
    const { pathname, search } = new URL(link);
    const from = (remoteAddress: string, url: string, method: 'GET' | 'HEAD' = 'GET') => host.inject({ method, url, remoteAddress });
    for (let n = 0; n < 60; n++) expect((await from('10.0.0.1', pathname)).statusCode).toBe(403);

    const refused = await from('10.0.0.1', pathname);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: ErrorCode.tooManyRequests });
    // Valid links still work, and other addresses are not limited.
    expect((await from('10.0.0.1', pathname + search, 'HEAD')).statusCode).toBe(200);
    expect((await from('10.0.0.2', pathname)).statusCode).toBe(403);

    for (let n = 0; n < 3000; n++) await from('10.0.0.3', '/healthz');
    const busy = await from('10.0.0.3', pathname + search);
    expect(busy.statusCode).toBe(429);
    expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('10.0.0.2', pathname + search, 'HEAD')).statusCode).toBe(200);
  });

  test('of what was deleted is 404', async () => {
    await admin.call(packet.remove, { params: { id } });

    expect((await ask()).status).toBe(404);
  });

  test('of a content that cannot be read is an error, not a broken connection', async () => {
    const { store } = platform.platform.packets;
    for await (const { key } of store.contents()) await store.remove(key);

    for (const range of [undefined, 'bytes=0-9', 'bytes=0-9,20-29']) {
      const { status, header, body } = await ask(range ? { range } : {});
      expect({ status, digest: header('digest'), range: header('content-range') }).toEqual({ status: 500, digest: null, range: null });
      expect(JSON.parse(String(body))).toMatchObject({ code: ErrorCode.serverFault });
    }
    expect(await downloads()).toBe(0);
  });

  test('counts once, whole or in pieces, and not before its last byte', async () => {
    await ask();
    expect(await downloads()).toBe(1);
    for (const range of ['bytes=0-999999', 'bytes=2000000-', 'bytes=-1', 'bytes=500000-1500000']) await ask({ range });
    expect(await downloads()).toBe(1);
    await ask({ range: 'bytes=1500001-1999999' });
    expect(await downloads()).toBe(2);
    await ask({}, 'HEAD');
    expect(await downloads()).toBe(2);
  });
});

describe('programs that download', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'iot-base-download-'));
    file = join(folder, 'packet.bin');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('curl -C - goes on where it was', async () => {
    writeFileSync(file, content.subarray(0, 1_234_567));
    await run('curl', ['-sS', '-f', '-C', '-', '-o', file, link]);

    expect(readFileSync(file).equals(content)).toBe(true);
  });

  test('aria2c -x4 has it in four pieces, and it is one download', async () => {
    const options = ['-x4', '-s4', '-k1M', '--min-split-size=1M', '--allow-overwrite=true', '--file-allocation=none', '--no-conf', '-q'];
    // Larger than the socket buffers, whose data counts as sent, even if the client has closed the connection.
    const large = randomBytes(64_000_000);
    const { data } = await admin.call(packet.upload, { body: { name: 'camera', version: '2' }, file: new File([large], 'large.bin') });
    await run('aria2c', [...options, '-d', folder, '-o', 'packet.bin', data.downloadUrl]);

    expect(readFileSync(file).equals(large)).toBe(true);
    expect(await downloads(data.id)).toBe(1);
  });
});

describe('Range', () => {
  test('whatever it says: spans inside the content, in order, apart; or nothing', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.tuple(fc.nat(300), fc.nat(300)).map(([a, b]) => `${a}-${b}`),
      fc.nat(300).map((n) => `-${n}`),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.integer({ min: 1, max: 200 }), (parts, size) => {
        const spans = rangesOf(`bytes=${parts.join(',')}`, size);
        if (spans === undefined || spans === 'beyond') return;
        let before = -2;
        for (const [first, last] of spans) {
          expect(first).toBeGreaterThan(before + 1);
          expect(last).toBeGreaterThanOrEqual(first);
          expect(last).toBeLessThan(size);
          before = last;
        }
      }),
    );
  });

  test.each([
    ['items=0-1', undefined],
    ['bytes=', undefined],
    ['bytes=5-1', undefined],
    ['bytes=a-b', undefined],
    ['bytes=-0', 'beyond'],
    ['bytes=10-', 'beyond'],
    [`bytes=${Array.from({ length: 40 }, (_, n) => `${n * 2}-${n * 2}`)}`, undefined],
  ])('%s', (header, expected) => {
    expect(rangesOf(header, header.length > 50 ? 1000 : 10)).toEqual(expected);
  });

  test('bytes that went out are put together', () => {
    expect(
      merged([
        [5, 9],
        [0, 4],
        [20, 30],
        [8, 12],
      ]),
    ).toEqual([
      [0, 12],
      [20, 30],
    ]);
  });
});

test('a name that would break the header does not', () => {
  expect(disposition('a"b\\c%.bin')).toBe(`attachment; filename="a_b_c_.bin"; filename*=UTF-8''a%22b%5Cc%25.bin`);
});
