import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { UPLOAD_PATH } from '../../contract/packet';
import { eventually } from '../support/eventually';
import { startPlatform, type TestPlatform } from '../support/platform';

const { packet } = contract;
/** Timeout of uploads without data in these tests. */
const STANDSTILL_MS = 3000;
const sha = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

let dataDir: string;
let url: string;
let platform: TestPlatform;
let admin: Awaited<ReturnType<TestPlatform['signIn']>>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'iot-base-packet-'));
  await start();
  admin = await platform.signIn('admin@example.com');
});

afterEach(async () => {
  await platform.close();
  await rm(dataDir, { recursive: true });
});

async function start(changes = {}, arrivalMs?: number) {
  platform = await startPlatform({ dataDir, ...changes }, arrivalMs);
  url = await platform.app.listen({ host: '127.0.0.1', port: 0 });
}

/** All files in the packets' folder: contents, drafts, uploads. */
const kept = () =>
  readdirSync(join(dataDir, 'packets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const put = (fields: object, file = new File(['content'], 'camera.bin')) =>
  admin.call(packet.upload, { body: { name: 'camera', version: '1.0.0', ...fields }, file });

/** A multipart body with the parts in the given order. */
function multipart(...parts: { name: string; value: string; filename?: string }[]) {
  const boundary = 'xxxx';
  const body = parts.map(({ name, value, filename }) => {
    const disposition = `form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`;
    return `--${boundary}\r\ncontent-disposition: ${disposition}\r\n\r\n${value}\r\n`;
  });
  return {
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${body.join('')}--${boundary}--\r\n`,
  };
}

describe('a packet', () => {
  test('is uploaded in one piece, and listed with its checksum and a link', async () => {
    const content = randomBytes(300_000);
    const { status, data } = await put({ description: '# New' }, new File([content], '固件 1.bin'));

    expect(status).toBe(200);
    expect(data).toMatchObject({
      name: 'camera',
      version: '1.0.0',
      description: '# New',
      filename: '固件 1.bin',
      size: 300_000,
      sha256: sha(content),
      downloads: 0,
      createdBy: 'admin',
    });
    expect(data.downloadUrl).toMatch(new RegExp(`/packet/${data.id}/.+\\?expires=\\d+&signature=`));
    const { data: page } = await admin.call(packet.list, { query: { keyword: 'CAM' } });
    expect(page).toMatchObject({ total: 1, list: [{ id: data.id, devices: 0, upgrades: 0 }] });
    expect((await admin.call(packet.list, { query: { keyword: 'none' } })).data.total).toBe(0);
    expect((await admin.call(packet.all)).data).toEqual([{ id: data.id, name: 'camera', version: '1.0.0', size: 300_000 }]);
  });

  test('may have its fields behind the file, and needs no description', async () => {
    const { app } = platform;
    const reply = await app.inject({
      method: 'PUT',
      url: packet.upload.path,
      ...multipart(
        { name: 'file', value: 'content', filename: 'a.bin' },
        { name: 'version', value: '2' },
        { name: 'name', value: 'camera' },
      ),
    });

    expect(reply.json()).toMatchObject({
      success: true,
      data: { version: '2', description: '', size: 7, sha256: sha(Buffer.from('content')) },
    });
  });

  test('with a name and version that are taken is refused, also when both are sent at once', async () => {
    const answers = await Promise.all([put({}), put({}), put({})]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.failure).toMatchObject({
      code: ErrorCode.packetTaken,
      details: [{ path: 'body.version' }],
    });
    expect(kept()).toHaveLength(1);
  });

  test.each([
    ['an empty file', {}, new File([], 'a.bin'), 400, ErrorCode.emptyFile],
    ['a path in the file name', {}, new File(['x'], '../a.bin'), 400, ErrorCode.badFilename],
    ['a backslash in the file name', {}, new File(['x'], 'a\\b.bin'), 400, ErrorCode.badFilename],
    ['no name', { name: ' ' }, undefined, 400, ErrorCode.invalidInput],
    ['too long a version', { version: 'v'.repeat(33) }, undefined, 400, ErrorCode.invalidInput],
    ['a wrong checksum', { sha256: '0'.repeat(64) }, undefined, 422, ErrorCode.wrongChecksum],
  ])('with %s is refused, and nothing is left of it', async (_, fields, file, status, code) => {
    const answer = await put(fields, file);

    expect({ status: answer.status, code: answer.failure.code }).toEqual({ status, code });
    expect(kept()).toEqual([]);
  });

  test('without a file, or with two, is refused', async () => {
    const { app } = platform;
    const fields = [
      { name: 'name', value: 'camera' },
      { name: 'version', value: '2' },
    ];
    const file = { name: 'file', value: 'content', filename: 'a.bin' };

    for (const parts of [fields, [file, file, ...fields]]) {
      const reply = await app.inject({ method: 'PUT', url: packet.upload.path, ...multipart(...parts) });
      expect(reply.json().code).toBe(ErrorCode.noFile);
    }
    expect(kept()).toEqual([]);
  });

  test('larger than PACKET_MAX is refused, whether it says so or not', async () => {
    await platform.close();
    await start({ packetMax: 100_000 });
    admin = await platform.signIn();
    const file = new File([randomBytes(150_000)], 'a.bin');
    const large = new File([randomBytes(500_000)], 'a.bin');

    for (const one of [file, large]) {
      const { status, failure } = await put({}, one);
      expect({ status, code: failure.code }).toEqual({ status: 413, code: ErrorCode.packetTooLarge });
      expect(failure.message).toContain('100 kB');
    }
    expect(kept()).toEqual([]);
  });

  test('whose upload breaks off leaves nothing', async () => {
    const { headers, payload } = multipart({ name: 'file', value: 'x'.repeat(200_000), filename: 'a.bin' });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = [
      `PUT ${packet.upload.path} HTTP/1.1`,
      'host: x',
      'content-length: 1000000',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${payload.slice(0, 150_000)}`);
    await eventually(() => kept().length === 1);

    socket.destroy();

    await eventually(() => kept().length === 0);
    expect((await admin.call(packet.all)).data).toEqual([]);
  });

  test('may come as slowly as it likes; one that stands still is cut off, and leaves nothing', async () => {
    await platform.close();
    await start({}, STANDSTILL_MS);
    admin = await platform.signIn();
    const { headers, payload } = multipart(
      { name: 'name', value: 'camera' },
      { name: 'version', value: '1' },
      { name: 'file', value: 'x'.repeat(9000), filename: 'a.bin' },
    );
    const begin = () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
      const said = { text: '', isOver: false };
      socket.on('data', (text) => {
        said.text += text;
      });
      socket
        .on('error', () => {})
        .on('close', () => {
          said.isOver = true;
        });
      const lines = Object.entries({ host: 'x', 'content-length': payload.length, ...headers }).map(([name, value]) => `${name}: ${value}`);
      socket.write(`PUT ${packet.upload.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      return { socket, said };
    };

    const slow = begin();
    // In total longer than the timeout, but with pauses so short that even a slow machine does not exceed it.
    for (let at = 0; at < payload.length; at += 500) {
      slow.socket.write(payload.slice(at, at + 500));
      await setTimeout(STANDSTILL_MS / 15);
    }
    await eventually(() => slow.said.text.startsWith('HTTP/1.1 200'));
    const before = kept();

    const idle = begin();
    idle.socket.write(payload.slice(0, 5000));
    await eventually(() => idle.said.isOver);
    await eventually(() => kept().length === before.length);
    expect(idle.said.text).not.toContain('200');

    slow.socket.destroy();
  });

  test('is described anew, and then found by that', async () => {
    const { data } = await put({ description: 'before' });
    const params = { id: data.id };
    const described = await admin.call(packet.update, { params, body: { description: '  Night vision\n' } });

    expect(described.data).toMatchObject({ ...data, description: 'Night vision', downloadUrl: expect.any(String) });
    const idsOf = async (keyword: string) => (await admin.call(packet.list, { query: { keyword } })).data.list.map(({ id }) => id);
    expect(await idsOf('night VISION')).toEqual([data.id]);
    expect(await idsOf('camera')).toEqual([data.id]);
    expect(await idsOf('before')).toEqual([]);
    expect((await admin.call(packet.update, { params, body: { description: 'x'.repeat(2001) } })).status).toBe(400);
    expect((await admin.call(packet.update, { params, body: {} as { description: string } })).status).toBe(400);
    expect((await admin.call(packet.update, { params: { id: data.id + 1 }, body: { description: '' } })).status).toBe(404);
    const developer = await platform.signIn();
    expect((await developer.call(packet.update, { params, body: { description: '' } })).status).toBe(403);
  });

  test('is deleted with its content', async () => {
    const { data } = await put({});

    expect((await admin.call(packet.remove, { params: { id: data.id } })).status).toBe(200);
    expect((await admin.call(packet.read, { params: { id: data.id } })).status).toBe(404);
    expect(kept()).toEqual([]);
  });

  test('says how many devices run it', async () => {
    const { data } = await put({});
    const { db } = platform.platform;
    const { data: project } = await admin.call(contract.application.create, { body: { name: 'P', categoryId: 1 } });
    for (const sn of ['A', 'B', 'C']) await admin.call(contract.device.create, { params: { appKey: project.appKey }, body: { sn } });
    await db.updateTable('device').set({ packetName: 'camera', packetVersion: '1.0.0' }).where('sn', 'in', ['A', 'B']).execute();

    expect((await admin.call(packet.read, { params: { id: data.id } })).data.devices).toBe(2);
  });

  test('is noticed before it is sent again', async () => {
    const { data } = await put({});

    const { data: known } = await admin.call(packet.check, { query: { name: 'camera', version: '1.0.0', sha256: data.sha256 } });
    expect(known).toMatchObject({ taken: { id: data.id }, same: { id: data.id }, maxSize: 4e9 });
    const { data: unknown } = await admin.call(packet.check, { query: { name: 'camera', version: '2', sha256: '0'.repeat(64) } });
    expect(unknown).toMatchObject({ taken: null, same: null });
  });
});

describe('an upload that can be resumed', () => {
  const content = randomBytes(1_000_000);

  // Over a real connection, because tus uses Node's request and response directly.
  const tus = async (
    method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE',
    path: string,
    headers: Record<string, string> = {},
    body?: Buffer<ArrayBuffer>,
  ) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${admin.token}`, 'tus-resumable': '1.0.0', ...headers },
      body,
    });
    const text = await reply.text();
    return { statusCode: reply.status, headers: Object.fromEntries(reply.headers), json: () => JSON.parse(text) };
  };

  const encoded = (metadata: Record<string, string>) =>
    Object.entries(metadata)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');

  const announce = (metadata: Record<string, string> = {}, size = content.length) =>
    tus('POST', UPLOAD_PATH, {
      'upload-length': String(size),
      'upload-metadata': encoded({ filename: 'a.bin', name: 'camera', version: '3', sha256: sha(content), ...metadata }),
    });

  const send = (url: string, offset: number, part: Buffer<ArrayBuffer>) =>
    tus('PATCH', url, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, part);

  test('becomes a packet once its last byte is there', async () => {
    const { statusCode, headers } = await announce({ description: '说明' });
    expect(statusCode).toBe(201);
    expect(headers.location).toMatch(new RegExp(`^${UPLOAD_PATH}/packet-`));
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const url = String(headers.location);

    expect((await send(url, 0, content.subarray(0, 400_000))).headers['upload-offset']).toBe('400000');
    expect((await tus('HEAD', url)).headers).toMatchObject({ 'upload-offset': '400000', 'upload-length': '1000000' });
    expect((await send(url, 400_000, content.subarray(400_000))).statusCode).toBe(204);

    const { data } = await admin.call(packet.list, { query: {} });
    expect(data.list).toMatchObject([{ name: 'camera', version: '3', description: '说明', size: 1_000_000, sha256: sha(content) }]);
    expect(kept()).toHaveLength(1);
    // A client that missed the answer asks for the offset.
    expect((await tus('HEAD', url)).headers['upload-offset']).toBe('1000000');
    expect((await tus('DELETE', url)).statusCode).toBe(404);
    expect((await admin.call(packet.all)).data).toHaveLength(1);
  });

  test('whose process ended between the last byte and the packet becomes one all the same', async () => {
    const [first, second] = await Promise.all([announce(), announce({ version: '4', description: '' })]);
    for (const { headers } of [first, second]) {
      await send(String(headers.location), 0, content.subarray(0, 999_999));
      // Writes the last byte without the platform noticing.
      appendFileSync(join(dataDir, 'packets/uploads', String(headers.location).split('/').at(-1) ?? ''), content.subarray(999_999));
    }

    expect((await tus('HEAD', String(first.headers.location))).headers['upload-offset']).toBe('1000000');
    expect((await admin.call(packet.all)).data).toMatchObject([{ version: '3', size: 1_000_000 }]);
    await platform.platform.settle();
    expect((await admin.call(packet.all)).data).toMatchObject([{ version: '4' }, { version: '3' }]);
    expect(kept()).toHaveLength(2);
  });

  test.each([
    ['a wrong checksum', { sha256: '0'.repeat(64) }, ErrorCode.wrongChecksum],
    ['a version that was taken meanwhile', { name: 'taken' }, ErrorCode.packetTaken],
  ])('with %s is refused at its end, and nothing is left', async (_, metadata, code) => {
    const url = String((await announce(metadata)).headers.location);
    await put({ name: 'taken', version: '3' });
    const reply = await send(url, 0, content);

    expect(reply.json()).toMatchObject({ success: false, code });
    expect(kept()).toHaveLength(1);
    expect((await tus('HEAD', url)).statusCode).toBe(404);
  });

  test.each([
    ['a path in the file name', { filename: '../../x' }, 1, 400],
    ['no version', { version: '' }, 1, 400],
    ['nothing in it', {}, 0, 400],
    ['more than PACKET_MAX', {}, 5 * 1024 ** 3, 413],
  ])('with %s is refused before a byte is sent', async (_, metadata, size, status) => {
    const reply = await announce(metadata as Record<string, string>, size);

    expect({ status: reply.statusCode, success: reply.json().success }).toEqual({ status, success: false });
    expect(kept()).toEqual([]);
  });

  test('that finds the disk full says so, and makes room again', async () => {
    const url = String((await announce()).headers.location);
    const file = join(dataDir, 'packets/uploads', url.split('/').at(-1) ?? '');
    rmSync(file);
    symlinkSync('/dev/full', file);

    const reply = await send(url, 0, content);

    expect({ status: reply.statusCode, code: reply.json().code }).toEqual({ status: 507, code: ErrorCode.storageFull });
    await eventually(() => kept().length === 0);
  });

  test('that is larger than the room there is, is refused before a byte is sent', async () => {
    const { bavail, bsize } = statfsSync(dataDir);
    await platform.close();
    await start({ packetMax: bavail * bsize * 4 });
    admin = await platform.signIn();

    expect((await announce({}, bavail * bsize * 2)).statusCode).toBe(507);
    expect(kept()).toEqual([]);
  });

  test("is the admin's alone, every request of it", async () => {
    const url = String((await announce()).headers.location);
    const stranger = await platform.signIn();

    for (const [token, status] of [
      [stranger.token, 403],
      ['nobody', 401],
    ]) {
      for (const [method, path] of [
        ['POST', UPLOAD_PATH],
        ['HEAD', url],
        ['PATCH', url],
        ['DELETE', url],
      ] as const) {
        expect((await tus(method, path, { authorization: `Bearer ${token}` })).statusCode).toBe(status);
      }
    }
  });

  test('that is cancelled, or left alone for a day, is gone', async () => {
    const cancelled = String((await announce()).headers.location);
    const left = String((await announce({ version: '5' })).headers.location);
    await send(left, 0, content.subarray(0, 10));
    expect((await tus('DELETE', cancelled)).statusCode).toBe(204);

    platform.pass(25 * 3_600_000);
    await platform.platform.settle();

    expect(kept()).toEqual([]);
  });
});
