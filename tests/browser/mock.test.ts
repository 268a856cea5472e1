import { type ChildProcess, spawn } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { ADMIN, PASSWORD } from '../../mock/world';
import { openChromium, visit } from '../support/chromium';
import { freePort } from '../support/ports.mjs';
import { arrivesAt, topBar } from '../support/where';

let mock: ChildProcess;
let browser: Browser;
let url: string;
let said = '';

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  mock = spawn(process.execPath, ['scripts/dev.mjs', 'mock'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [mock.stdout, mock.stderr]) {
    stream?.on('data', (text) => {
      said += text;
    });
  }
  browser = await openChromium();
  while (!(await answers())) {
    if (mock.exitCode !== null) throw new Error(`npm run mock ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}, 120_000);

afterAll(async () => {
  await browser?.close();
  mock.kill('SIGTERM');
  if (mock.exitCode === null) await new Promise((resolve) => mock.once('exit', resolve));
});

const answers = () =>
  fetch(`${url}/v1/platform/settings`).then(
    ({ ok }) => ok,
    () => false,
  );

test('npm run mock says whom to sign in as, and one can', async () => {
  expect(said).toContain(ADMIN);
  expect(said).toContain(PASSWORD);

  const { page } = await visit(browser, url);
  page.setDefaultTimeout(90_000);
  await page.goto(`${url}/#/user/login`);
  await page.getByLabel('邮箱').fill(ADMIN);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();

  await arrivesAt(page, '/dashboard/project');
  await topBar(page).waitFor();
}, 120_000);
