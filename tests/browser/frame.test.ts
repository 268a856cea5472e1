import { contract } from '../../contract';
import { accountTexts } from '../../src/locales/account';
import { frameTexts } from '../../src/locales/frame';
import { menuTexts } from '../../src/locales/menu';
import { userTexts } from '../../src/locales/user';
import { atRest, PHONE } from '../support/chromium';
import type { SignedIn } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt, topBar } from '../support/where';

const { story, server } = stage();
const zh = { ...frameTexts['zh-CN'], ...menuTexts['zh-CN'] };
const user = userTexts['zh-CN'];
let developer: SignedIn;
let appKey: string;

beforeAll(async () => {
  await server().signUp('Admin');
  developer = await server().signUp('Developer');
  ({ appKey } = await server().call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }, developer.token));
});

describe('the language', () => {
  story('is Chinese whatever the browser says, and what one chose afterwards', async ({ open }) => {
    const page = await open('/user/login');
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await page.locator('html[lang="zh-CN"]').waitFor();

    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.reload();

    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.locator('html[lang="en-US"]').waitFor();
    await page.waitForFunction((title) => document.title.includes(title), frameTexts['en-US'].title);
  });

  story('can be changed in the top bar', async ({ open }) => {
    const page = await open('/dashboard/project', { as: developer });
    await topBar(page).getByRole('button', { name: 'English' }).click();

    await page.getByRole('heading', { name: menuTexts['en-US'].project }).waitFor();
  });
});

story('an email that was typed comes along to where it is needed next', async ({ open }) => {
  const page = await open('/user/login');
  const email = page.getByRole('textbox', { name: user.email });
  await email.fill('kim@example.com');
  for (const [link, path] of [
    [user.forgot, '/user/reset-password'],
    [user.toLogin, '/user/login'],
    [user.toRegister, '/user/register'],
    [user.toLogin, '/user/login'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await arrivesAt(page, path);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=email]')?.value === 'kim@example.com');
  }
  // It stands in no URL, which a history would keep.
  expect(page.url()).not.toContain('kim');
});

describe('while it is asked who is signed in', () => {
  story('one sees that the console is on its way', async ({ open }) => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const page = await open('/dashboard/project', {
      as: developer,
      before: (page) =>
        page.route('**/currentUser', async (call) => {
          await asked;
          await call.continue();
        }),
    });
    const mark = page.getByRole('status', { name: zh.loading });
    await mark.waitFor();
    await page.waitForFunction(() => getComputedStyle(document.querySelector('.loading-page') as Element).opacity === '1');

    answer();
    await page.getByRole('heading', { name: zh.project }).waitFor();
    await mark.waitFor({ state: 'detached' });
    // The HTML contains the loading mark, because on slow networks it arrives long before the scripts.
    const home = await page.request.get(new URL('/', page.url()).href);
    expect(await home.text()).toContain('<div class="loading-page" aria-hidden="true"><svg');
  });
});

describe('a page that is short', () => {
  story('leaves nothing to scroll, whichever one came from', async ({ open }) => {
    const page = await open(`/dashboard/${appKey}/device`, { as: developer });
    await page.getByRole('link', { name: zh.backToParent }).click();
    await page.getByRole('heading', { name: zh.project }).waitFor();

    await page.waitForFunction(() => document.documentElement.scrollHeight <= window.innerHeight);
  });
});

describe('a page that is long', () => {
  story('is left where it was for the one who comes back; another one begins at its top', async ({ open }) => {
    const page = await open(`/dashboard/${appKey}/consumer`, { as: developer, viewport: { width: 1280, height: 600 } });
    const isAt = (top: number) => page.waitForFunction((wanted) => Math.abs(window.scrollY - wanted) < 2, top);
    await page.getByRole('textbox').first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));
    await isAt(300);

    await page.getByRole('menuitem', { name: zh.device }).click();
    await arrivesAt(page, `/dashboard/${appKey}/device`);
    await isAt(0);
    await page.goBack();
    await page.getByRole('textbox').first().waitFor();
    await isAt(300);
    // A page opened by its URL begins at the top, too.
    await page.evaluate(() => {
      location.hash = '/account/settings';
    });
    await arrivesAt(page, '/account/settings');
    await page.getByRole('textbox').first().waitFor();
    await isAt(0);
  });
});

describe('the avatar', () => {
  story('is an image one has, and stays as it was when a file only says that it is one', async ({ open }) => {
    const page = await open('/account/center', { as: developer });
    const input = page.locator('input[type=file]');
    const image = topBar(page).locator('img.avatar');
    const file = (base64: string) => ({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') });

    await input.setInputFiles(file('bm90IGFuIGltYWdl'));
    await page.getByText(accountTexts['zh-CN'].avatarUnreadable).waitFor();
    expect(await image.count()).toBe(0);

    await input.setInputFiles(file('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='));
    await image.waitFor();
  });
});

describe('on a phone', () => {
  story('the menu opens from the top bar', async ({ open }) => {
    const page = await open(`/dashboard/${appKey}/device`, { as: developer, viewport: PHONE });
    await topBar(page).getByRole('button', { name: zh.menu, exact: true }).click();
    await page.getByRole('menuitem', { name: zh.consumer }).click();

    await arrivesAt(page, `/dashboard/${appKey}/consumer`);
  });

  // iOS zooms in on a field with a smaller text.
  story('what is typed by touch has at least 16 px', async ({ open }) => {
    const page = await open(`/dashboard/${appKey}/device`, { as: developer, viewport: PHONE });
    const devtools = await page.context().newCDPSession(page);
    const touch = (enabled: boolean) => devtools.send('Emulation.setTouchEmulationEnabled', { enabled });
    const sizes = () =>
      page.locator('input:visible, textarea:visible').evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)));
    await touch(true);
    for (const path of ['device', 'consumer']) {
      await page.goto(`${server().url}/#/dashboard/${appKey}/${path}`);
      await atRest(page);
      if (path === 'device') await page.getByRole('button', { name: '添加设备' }).first().click();
      await page.getByRole('textbox').first().waitFor();
      const found = await sizes();
      expect(found).not.toEqual([]);
      expect(Math.min(...found)).toBeGreaterThanOrEqual(16);
    }
    await touch(false);
  });
});

story('one step back undoes one filter, however slowly its text was typed', async ({ open }) => {
  const page = await open('/dashboard/project?status=enabled', { as: developer });
  const search = page.getByRole('searchbox');
  await search.pressSequentially('气', { delay: 400 });
  await page.waitForURL(/keyword=/);
  await search.pressSequentially('象', { delay: 400 });
  await page.waitForURL(/keyword=%E6%B0%94%E8%B1%A1/);

  await page.goBack();
  await page.waitForURL((url) => url.hash.endsWith('?status=enabled'));
  expect(await search.inputValue()).toBe('');
});

story('a device list that was opened offline is whole once the connection is back', async ({ open, expectProblem }) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/);
  await server().call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-1', tags: ['屋顶'] } }, developer.token);
  const page = await open(`/dashboard/${appKey}/device`, { as: developer });
  await page.getByText('CAM-1').first().waitFor();
  await topBar(page).getByRole('link').first().click();
  await page.getByRole('searchbox').waitFor();
  await atRest(page);
  await page.context().setOffline(true);
  await page.goBack();
  await page.getByText(zh.unreached).waitFor();

  await page.context().setOffline(false);
  await page.getByText('CAM-1').first().waitFor();
  await page.locator('.tag-filter:not(.ant-select-disabled)').waitFor();
});
