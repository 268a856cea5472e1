import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '../../contract';
import { snippets } from '../../src/pages/dashboard/device/snippets';
import { startPlatform, type TestPlatform } from '../support/platform';
import { freePort } from '../support/ports.mjs';

const run = promisify(execFile);
/** Timeout of a program, so that it does not outlive its test. */
const PATIENCE_MS = 90_000;

let stage: TestPlatform;
let me: Awaited<ReturnType<TestPlatform['signIn']>>;
let params: { appKey: string; sn: string };
let codeOf: Record<string, string>;
let folder: string;

beforeEach(async () => {
  const mqttPort = await freePort();
  stage = await startPlatform({ mqttPort });
  me = await stage.signIn();
  const { data: project } = await me.call(contract.application.create, { body: { name: '仓储', categoryId: 1 } });
  params = { appKey: project.appKey, sn: 'CAM-1' };
  const { data: device } = await me.call(contract.device.create, { params, body: { sn: params.sn } });
  const shown = snippets({ mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, ...params, secret: device.secret });
  codeOf = Object.fromEntries(shown.map(({ name, code }) => [name, code]));
  // Inside node_modules, so that the code can import packages.
  folder = mkdtempSync(join(process.cwd(), 'node_modules', '.snippet-'));
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  await stage.close();
});

/** The events that the platform has stored for the device. */
const heard = async () => {
  const { data } = await me.call(contract.event.list, { params, query: {} });
  return data.list.map(({ type, data }) => ({ type, data }));
};

const reading = { type: 'device.telemetry', data: expect.objectContaining({ values: { temperature: 21.5 } }) };

test('the mosquitto_pub line that the page shows connects a device and sends a reading', async () => {
  await run('sh', ['-c', codeOf.mosquitto_pub ?? ''], { timeout: PATIENCE_MS });

  expect(await heard()).toContainEqual(reading);
});

test('so does the Node.js code', async () => {
  const file = join(folder, 'device.mjs');
  writeFileSync(file, codeOf['Node.js'] ?? '');

  await run(process.execPath, [file], { timeout: PATIENCE_MS });

  expect(await heard()).toContainEqual(reading);
});
