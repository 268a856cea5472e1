import { type ChildProcess, spawn } from 'node:child_process';
import type { Browser, Locator, Page } from 'playwright-core';
import { ADMIN, DEVELOPER, PASSWORD } from '../../mock/world';
import { atRest, barriers, openChromium, UNOPTIMIZED, visit } from '../support/chromium';
import { freePort } from '../support/ports.mjs';
import { arrivesAt, topBar } from '../support/where';

const DEVICES = '/dashboard/warehouse00000000000/device';
/** Long, because the dev server compiles each page on its first visit. */
const COMPILED_MS = 90_000;

let mock: ChildProcess;
let browser: Browser;
let page: Page;
let url: string;
let said = '';

// A test may open two pages, which are compiled one after the other.
jest.setTimeout(3 * COMPILED_MS);

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
  browser = await openChromium(UNOPTIMIZED);
  while (!(await answers())) {
    if (mock.exitCode !== null) throw new Error(`npm run mock ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  ({ page } = await visit(browser, url));
  page.setDefaultTimeout(COMPILED_MS);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  mock.kill('SIGTERM');
  if (mock.exitCode === null) await new Promise((resolve) => mock.once('exit', resolve));
  // Child processes may keep the pipes open for a while, which would delay Jest's worker.
  for (const stream of [mock.stdout, mock.stderr]) stream?.destroy();
});

const answers = () =>
  fetch(`${url}/v1/platform/settings`).then(
    ({ ok }) => ok,
    () => false,
  );

async function signIn() {
  await page.getByLabel('邮箱').fill(DEVELOPER);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

const openPanel = () => page.getByRole('button', { name: /^打开 QA 开关/ }).click();
const state = (name: string) => page.getByRole('group', { name: '按状态筛选' }).getByRole('button', { name });
const message = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const has = (focused: Locator) => focused.and(page.locator(':focus')).waitFor();
const addressed = () => new URL(page.url()).search;

// The tests depend on each other: each starts where the previous one has ended.
test('npm run mock says whom to sign in as, and one can', async () => {
  for (const told of [ADMIN, DEVELOPER, PASSWORD]) expect(said).toContain(told);

  await page.goto(`${url}/#/user/login?redirect=${DEVICES}`);
  await signIn();

  await arrivesAt(page, DEVICES);
  await topBar(page).waitFor();
  await page.getByText('共 380 台设备').waitFor();
});

test('it is of this machine alone, unless HOST says otherwise', async () => {
  // A server that listens on all interfaces would answer on this address, too.
  await expect(fetch(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow();
});

test('devices come and go while one looks', async () => {
  const before = await state('在线').textContent();

  await page.waitForFunction(
    ([counts, was]) =>
      [...document.querySelectorAll(counts)].some(({ textContent }) => textContent?.includes('在线') && textContent !== was),
    ['fieldset button', before] as const,
    { timeout: 60_000 },
  );
});

test('slow: an address makes calls take their time', async () => {
  await page.goto(`${url}/?mock=slow:700#${DEVICES}`);
  await page.getByText('共 380 台设备').waitFor();
  const tookMs = await page.evaluate(async () => {
    const began = performance.now();
    await fetch('/v1/platform/settings');
    return performance.now() - began;
  });

  expect(tookMs).toBeGreaterThanOrEqual(700);
});

test('a million rows, and none', async () => {
  await openPanel();
  await page.getByLabel('列表有一百万行').click();
  await page.getByText('共 1,000,000 台设备').waitFor();
  expect(addressed()).toBe('?mock=slow:700,million');

  // The page was reloaded, but the panel is still open.
  await page.getByLabel('列表为空').click();
  await page.getByText('添加第一台设备').waitFor();
  await page.getByRole('button', { name: '全部恢复' }).click();
  await page.getByText('共 380 台设备').waitFor();
  expect(addressed()).toBe('');
  await page.getByRole('complementary', { name: 'QA 开关' }).getByRole('button', { name: '关闭' }).click();
});

test('what is not about the data of the page is put back without a reload', async () => {
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await openPanel();
  await page.getByLabel('延迟').selectOption('500');
  await page.getByRole('button', { name: '全部恢复' }).click();
  await page.getByText('地址中没有开关。').waitFor();
  expect(addressed()).toBe('');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  await page.getByRole('complementary', { name: 'QA 开关' }).getByRole('button', { name: '关闭' }).click();
});

test('the panel is worked by keyboard, and says what it is to those who do not see it', async () => {
  const opener = page.getByRole('button', { name: /^打开 QA 开关/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'QA 开关' });
  for (const next of [panel.getByRole('button', { name: '关闭' }), panel.getByLabel('延迟'), panel.getByLabel('错误码')]) {
    await page.keyboard.press('Tab');
    await has(next);
  }
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await has(opener);
  await panel.getByRole('heading').waitFor({ state: 'detached' });
});

test('the next call fails with the chosen code, told as chosen; the one after it does not', async () => {
  await openPanel();
  await page.getByLabel('错误码').selectOption('40901');
  await page.getByLabel('展示方式').selectOption('3');
  // Fails the second page only, because the first one is also read again periodically.
  await page.getByLabel('仅路径含').fill('current=2');
  await page.getByRole('button', { name: '生效' }).click();
  await page.getByText('下一次请求将失败').waitFor();
  await page.getByRole('button', { name: '第 2 页', exact: true }).click();

  await message('请求失败 40901').getByText('项目名称已存在').waitFor();
  await page.getByRole('button', { name: '重试', exact: true }).click();
  await page.getByText('DC-2026-0011').waitFor();
});

test('the broker is offline, and back', async () => {
  await page.getByLabel('消息服务离线').check();
  await page.getByText('消息服务不可用').first().waitFor();
  await page.getByLabel('消息服务离线').uncheck();

  await page.getByRole('status').filter({ hasText: '实时' }).waitFor();
});

test('a new version has been deployed, and another one, by the panel and by an address', async () => {
  const noticed = async () => {
    await page.getByText('有新内容，请点击“刷新”按钮').waitFor();
    await page.getByRole('button', { name: '稍后' }).click();
  };
  await page.getByRole('button', { name: '新版本已部署' }).click();
  await noticed();
  await page.getByRole('button', { name: '新版本已部署' }).click();
  await noticed();

  await page.goto(`${url}/?mock=deployed#${DEVICES}`);
  await noticed();
  expect(addressed()).toBe('');
  await openPanel();
});

test('the next page does not load; a reload mends it', async () => {
  // A module that this page still loads would be the one that fails.
  await page.getByText('共 380 台设备').waitFor();
  await atRest(page);
  await page.getByRole('button', { name: '下一个页面加载失败' }).click();
  await page.getByRole('menuitem', { name: '回调设置' }).click();
  await page.getByRole('heading', { name: '页面加载失败' }).waitFor();
  await page.getByRole('button', { name: '重试' }).click();

  await page.getByRole('heading', { name: '回调地址' }).waitFor();
});

test('the session ends: one signs in again, and is where one was', async () => {
  await page.goto(`${url}/?mock=expired#${DEVICES}`);
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
  await signIn();

  await page.getByText('共 380 台设备').waitFor();
  expect(addressed()).toBe('');
});

test('an admin uploads a version, bit by bit', async () => {
  const login = await fetch(`${url}/v1/platform/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN, password: PASSWORD }),
  });
  const { data } = await login.json();
  const headers = { authorization: `Bearer ${data.token}`, 'tus-resumable': '1.0.0' };
  const words = Object.entries({ name: 'camera', version: '9.0.0', filename: 'camera.bin' }).map(([word, is]) => `${word} ${btoa(is)}`);
  const begun = await fetch(`${url}/v1/platform/packet/upload`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': '4', 'upload-metadata': words.join(',') },
  });
  expect(begun.status).toBe(201);

  const sent = await fetch(new URL(begun.headers.get('location') as string, url), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: 'DPTH',
  });
  expect(sent.status).toBe(204);
});
