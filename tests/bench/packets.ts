import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '../../contract';
import { UPLOAD_PATH } from '../../contract/packet';
import { metricOf } from '../support/metrics';
import { freePort } from '../support/ports.mjs';
import { bundlePlatform, endProcesses, freeSettings, type Running, startProcess } from '../support/process';
import { median, type Row } from './row';

const SIZE_BYTES = 1 << 30;
const ROUNDS = 5;
const run = promisify(execFile);
const admin = { email: 'admin@example.com', password: 'blue-contour-42' };

/** The server's memory while a packet of 1 GB is uploaded, in one piece and resumable, and its download speed compared with nginx. */
export default async function packets(): Promise<Row[]> {
  bundlePlatform();
  const { settings, remove } = await freeSettings();
  const platform = await startProcess(settings);
  const file = join(settings.DATA_DIR ?? '', 'content.bin');
  const sha256 = await writeContent(file);
  await platform.call(contract.account.register, { body: admin });
  const { data } = await platform.call(contract.account.login, { body: admin });

  const whole = await growth(platform, () => putWhole(platform, data.token, file));
  const resumable = await growth(platform, () => putResumable(platform, data.token, file, sha256));
  const { data: page } = await platform.call(contract.packet.list, { query: {} }, data.token);
  const link = page.list[0]?.downloadUrl ?? '';
  const nginx = await startNginx(settings.DATA_DIR ?? '');
  const speeds: { ours: number[]; nginx: number[] } = { ours: [], nginx: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    speeds.ours.push(await download(link));
    speeds.nginx.push(await download(`${nginx.url}/content.bin`));
  }
  nginx.stop();
  await endProcesses();
  remove();

  const [ours, theirs] = [median(speeds.ours), median(speeds.nginx)];
  return [
    memory('1 GB in one piece: memory of the server', whole),
    memory('1 GB resumable, checked: memory of the server', resumable),
    {
      what: 'download of 1 GB',
      measured: rate(ours),
      baseline: rate(theirs),
      ratio: ours / theirs,
      goal: '≥ 0.8 ×',
      note: `nginx with sendfile on the same disk, curl to /dev/null, the median of ${ROUNDS}`,
    },
  ];
}

const rate = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB/s`;
const memory = (what: string, { grownBytes, seconds }: { grownBytes: number; seconds: number }): Row => ({
  what,
  measured: `+${Math.round(grownBytes / 1e6)} MB`,
  goal: '≤ 150 MB',
  note: `RSS at its highest, against before; ${seconds.toFixed(1)} s`,
});

async function writeContent(path: string) {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  const piece = Buffer.alloc(1 << 20);
  for (let at = 0; at < SIZE_BYTES; at += piece.length) {
    piece.writeUInt32LE(at / piece.length, 0);
    hash.update(piece);
    await file.write(piece);
  }
  await file.close();
  return hash.digest('hex');
}

async function growth(platform: Running, act: () => Promise<void>) {
  const rss = () => metricOf(platform, 'process_resident_memory_bytes');
  const before = await rss();
  const startedAt = Date.now();
  let highest = before;
  const timer = setInterval(async () => {
    highest = Math.max(highest, await rss());
  }, 100);
  await act();
  clearInterval(timer);
  return { grownBytes: Math.max(highest, await rss()) - before, seconds: (Date.now() - startedAt) / 1000 };
}

async function putWhole({ url }: Running, token: string, file: string) {
  const fields = ['-F', 'name=whole', '-F', 'version=1', '-F', `file=@${file}`];
  const { stdout } = await run('curl', [
    '-sS',
    '-X',
    'PUT',
    '-H',
    `Authorization: Bearer ${token}`,
    ...fields,
    `${url}${contract.packet.upload.path}`,
  ]);
  if (!JSON.parse(stdout).success) throw new Error(stdout);
}

async function putResumable({ url }: Running, token: string, file: string, sha256: string) {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const metadata = Object.entries({ filename: 'content.bin', name: 'resumable', version: '1', sha256 });
  const { size } = await stat(file);
  const announced = await fetch(`${url}${UPLOAD_PATH}`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(size),
      'upload-metadata': metadata.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
    },
  });
  const location = announced.headers.get('location');
  const sent = Object.entries({ ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream', expect: '' });
  const options = sent.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  await run('curl', ['-sS', '-f', '-X', 'PATCH', '-T', file, ...options, `${url}${location}`]);
}

async function download(url: string): Promise<number> {
  const { stdout } = await run('curl', ['-sS', '-o', '/dev/null', '-w', '%{http_code} %{speed_download}', url]);
  const [status, speed] = stdout.split(' ');
  if (status !== '200') throw new Error(`${url}: ${status}`);
  return Number(speed);
}

async function startNginx(root: string) {
  const port = await freePort();
  const folder = join(root, 'nginx');
  mkdirSync(folder);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events {} http { access_log off; sendfile on; tcp_nopush on; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p;
     fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
     server { listen 127.0.0.1:${port}; root ${root}; } }`,
  );
  const child = spawn('nginx', ['-c', config], { stdio: 'inherit', env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/content.bin`, { method: 'HEAD' }).catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 50));
  return { url, stop: () => child.kill() };
}
