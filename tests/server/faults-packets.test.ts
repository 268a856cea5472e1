import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { contract } from '../../contract';
import { UPLOAD_PATH } from '../../contract/packet';
import { eventually } from '../support/eventually';
import { bundlePlatform, endProcesses, freeSettings, type Running, startProcess } from '../support/process';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3);
const content = randomBytes(24 << 20);
const sha256 = createHash('sha256').update(content).digest('hex');
const admin = { email: 'admin@example.com', password: 'blue-contour-42' };

beforeAll(bundlePlatform);
afterAll(endProcesses);

test('uploads that a kill interrupts: in one piece nothing is left, resumable ones go on and arrive whole', async () => {
  const { settings, remove } = await freeSettings();
  let platform = await startProcess(settings);
  await platform.call(contract.account.register, { body: admin });
  const { data } = await platform.call(contract.account.login, { body: admin });
  const headers = { authorization: `Bearer ${data.token}`, 'tus-resumable': '1.0.0' };

  for (let round = 0; round < ROUNDS; round += 1) {
    const metadata = Object.entries({ filename: 'a.bin', name: 'resumable', version: String(round), sha256 });
    const announced = await fetch(`${platform.url}${UPLOAD_PATH}`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(content.length),
        'upload-metadata': metadata.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
      },
    });
    const location = announced.headers.get('location') ?? '';
    const whole = send(platform, 'PUT', contract.packet.upload.path, multipart(`${round}`), {
      ...headers,
      'content-type': 'multipart/form-data; boundary=x',
    });
    const resumable = send(platform, 'PATCH', location, content, patch(headers, 0));
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 150));
    platform.signal('SIGKILL');
    const [wholeAnswer] = await Promise.all([whole, resumable]);
    await platform.ended;

    platform = await startProcess(settings);
    const head = await fetch(`${platform.url}${location}`, { method: 'HEAD', headers });
    const offset = Number(head.headers.get('upload-offset'));
    if (offset < content.length) {
      expect(await send(platform, 'PATCH', location, content.subarray(offset), patch(headers, offset))).toBe(204);
    }
    const { data: page } = await platform.call(contract.packet.list, { query: { pageSize: 100 } }, data.token);
    const arrived = page.list.filter(({ version }) => version === String(round));
    expect(arrived.find(({ name }) => name === 'resumable')).toMatchObject({ sha256, size: content.length });
    // Acknowledged packets exist, existing packets are complete, and no other files are left.
    if (wholeAnswer === 200) expect(arrived).toHaveLength(2);
    for (const one of arrived) expect(one.sha256).toBe(sha256);
    await eventually(
      () =>
        readdirSync(join(settings.DATA_DIR ?? '', 'packets'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
      (kept) => kept.length === page.total,
    );
  }
  platform.signal('SIGTERM');
  await platform.ended;
  remove();
}, 600_000);

const patch = (headers: Record<string, string>, offset: number) => ({
  ...headers,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});

function multipart(version: string) {
  const field = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  return Buffer.concat([Buffer.from(field('name', 'whole') + field('version', version) + file), content, Buffer.from('\r\n--x--\r\n')]);
}

/** @returns the HTTP status, or 0 if the connection breaks */
function send({ url }: Running, method: string, path: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const call = request(`${url}${path}`, { method, headers: { ...headers, 'content-length': body.length } }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    call.on('error', () => resolve(0));
    call.end(body);
  });
}
