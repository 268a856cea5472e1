import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/ports.mjs';
import { serve } from '../support/served';
import { mixOfLists, seedDatabase } from './devices-support';
import { median, type Row } from './row';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 16;

/** Reads lists of a project with a million devices over loopback, from a separate process. */
export default async function list(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'iot-base-bench-'));
  const { token, small, large, seconds } = await seedDatabase(join(dataDir, 'platform.db'));
  const { url, stop } = await serve({ DATA_DIR: dataDir });
  const bare = await serveBare(join(dataDir, 'platform.db'));
  const at = (origin: string, appKey: string) => `${origin}/v1/platform/${appKey}/device?current=1&pageSize=10`;

  const speeds = { large: [] as number[], small: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    speeds.large.push(await requestsPerSecond(at(url, large.appKey), token));
    speeds.bare.push(await requestsPerSecond(at(bare.url, large.appKey), token));
    speeds.small.push(await requestsPerSecond(at(url, small.appKey), token));
  }
  bare.process.kill();
  const rows = [
    {
      what: 'list of 10 devices out of 1,000,000',
      measured: perSecond(median(speeds.large)),
      baseline: perSecond(median(speeds.bare)),
      ratio: median(speeds.large.map((speed, round) => speed / (speeds.bare[round] ?? 1))),
      goal: '≥ 0.6 ×',
      note: `bare node:http and the same prepared SQL on the same database; ${CONNECTIONS} connections, median of ${ROUNDS} rounds`,
    },
    {
      what: 'first page at 1,000,000 devices, time a request',
      measured: ms2(1000 / median(speeds.large)),
      baseline: ms2(1000 / median(speeds.small)),
      ratio: median(speeds.large.map((speed, round) => (speeds.small[round] ?? 0) / speed)),
      goal: '≤ 1.5 ×',
      note: 'the same at 1,000 devices',
    },
    await mixed(`${url}/v1/platform/${large.appKey}/device`, token),
    await exported(`${url}/v1/platform/${large.appKey}/device/export`, token),
    {
      what: 'putting in 1,000,000 devices',
      measured: `${seconds.toFixed(0)} s`,
      goal: '≤ 60 s',
      note: 'tags, counts and search index included',
    },
  ];
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
  return rows;
}

/** Each query of the mix, one after another. */
async function mixed(address: string, token: string): Promise<Row> {
  const times: { query: string; took: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of mixOfLists()) {
      const startedAt = performance.now();
      const reply = await fetch(`${address}?${query}`, { headers: { authorization: `Bearer ${token}` } });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${query} answered ${reply.status}`);
      if (round > 0) times.push({ query, took: performance.now() - startedAt });
    }
  }
  times.sort((a, b) => a.took - b.took);
  const slowest = times.at(-1);
  return {
    what: 'any page, any filter, of 1,000,000 devices: p95',
    measured: ms2(times[Math.floor(times.length * 0.95)]?.took ?? Number.NaN),
    goal: '≤ 50 ms',
    note: `${mixOfLists().length} queries, p50 ${ms2(times[times.length >> 1]?.took ?? 0)}, slowest ${ms2(slowest?.took ?? 0)} (${decodeURIComponent(slowest?.query ?? '')})`,
  };
}

/** Exports the whole project as CSV, while another client reads lists. */
async function exported(address: string, token: string): Promise<Row> {
  const headers = { authorization: `Bearer ${token}` };
  const waits: number[] = [];
  let done = false;
  const reading = (async () => {
    while (!done) {
      const startedAt = performance.now();
      await (await fetch(address.replace(/\/export$/, ''), { headers })).arrayBuffer();
      waits.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const startedAt = performance.now();
  let bytes = 0;
  const { body } = await fetch(address, { headers });
  for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length;
  const took = performance.now() - startedAt;
  done = true;
  await reading;
  return {
    what: 'export of 1,000,000 devices',
    measured: `${Math.round(1_000_000 / (took / 1000)).toLocaleString('en')} rows/s`,
    note: `${Math.round(bytes / 1e6)} MB in ${(took / 1000).toFixed(1)} s; a list asked for meanwhile waits ${ms2(median(waits))} (median), ${ms2(Math.max(...waits))} at most`,
  };
}

async function serveBare(file: string) {
  const port = await freePort();
  const bare: ChildProcess = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'bare-support.ts'), file, String(port)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(bare, 'message');
  return { url: `http://127.0.0.1:${port}`, process: bare };
}

async function requestsPerSecond(address: string, token: string): Promise<number> {
  const args = ['--import', 'tsx', join(__dirname, 'load-support.ts'), address, token, String(SECONDS), String(CONNECTIONS)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} /s`;
const ms2 = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
