import { frameTexts } from '../../../src/locales/frame';
import { menuTexts } from '../../../src/locales/menu';
import { signUpCast } from '../../support/cast';
import type { SignedIn } from '../../support/served';
import { stage } from '../../support/stage';
import { arrivesAt, topBar } from '../../support/where';

const { story, server } = stage({ DOCS_URL: 'https://docs.example/' });
const zh = { ...menuTexts['zh-CN'], ...frameTexts['zh-CN'] };
let admin: SignedIn;
let developer: SignedIn;
let appKey: string;

beforeAll(async () => {
  ({ admin, developer, appKey } = await signUpCast(server()));
});

story('1.1 the page has its title, and the year and the product in the footer', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer, language: 'en-US' });
  const footer = page.getByRole('contentinfo').last();
  await footer.getByText('IoT Base').waitFor();

  // The year in the browser's time zone, which may differ from the server's on New Year's Eve.
  expect(await footer.textContent()).toContain(String(await page.evaluate(() => new Date().getFullYear())));
  await page.waitForFunction(() => document.title.includes('IoT base platform'));
});

story(
  '1.2 a developer goes from the project to its devices, their configuration, the callback settings and their records',
  async ({ open }) => {
    const page = await open('/dashboard/project', { as: developer });
    await page.getByRole('link', { name: '气象站' }).first().click();
    await arrivesAt(page, `/dashboard/${appKey}/device`);
    await page.getByText('WS-1').first().waitFor();
    for (const [name, path] of [
      [zh.consumer, 'consumer'],
      [zh.callRecord, 'call-record'],
    ] as const) {
      await page.getByRole('menuitem', { name }).click();
      await arrivesAt(page, `/dashboard/${appKey}/${path}`);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    }
    await page.goto(`${server().url}/#/dashboard/${appKey}/device/WS-1/config`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByText('WS-1').first().waitFor();
  },
);

story('1.3 the admin also manages versions', async ({ open }) => {
  const page = await open('/dashboard/project', { as: admin });
  await page.getByRole('menuitem', { name: zh.packet }).click();

  await page.getByRole('heading', { level: 1, name: zh.packet }).waitFor();
});

story('1.4 the top bar links to the documentation in a new window', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer });
  // The link's target is a setting of the platform; until it is loaded, it is the built-in reference.
  const link = page.getByRole('link', { name: zh.docs }).and(page.locator('[href="https://docs.example/"]'));
  await link.waitFor();

  expect(await link.getAttribute('target')).toBe('_blank');
});

story('1.5 the user menu has the email and the avatar, the account pages and logout', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer });
  const menu = page.getByRole('button', { name: developer.user.email });
  await menu.locator('.ant-avatar, svg, img').first().waitFor();
  for (const [name, path] of [
    [zh.accountCenter, '/account/center'],
    [zh.accountSettings, '/account/settings'],
  ] as const) {
    await menu.click();
    await page.getByRole('menuitem', { name }).click();
    await arrivesAt(page, path);
  }
  await menu.click();
  await page.getByRole('menuitem', { name: zh.logout }).waitFor();
});

story(
  '1.6 the bar above and the menu beside stay where they are, the content is as wide as the window, and blue leads',
  async ({ open }) => {
    const page = await open(`/dashboard/${appKey}/device`, { as: developer });
    const bar = topBar(page);
    const side = page.getByRole('menuitem', { name: zh.device });
    await side.waitFor();
    const places = async () => [(await bar.boundingBox())?.y, (await side.boundingBox())?.y];
    const before = await places();
    await page.evaluate(() => {
      document.body.style.minHeight = '4000px';
      window.scrollTo(0, 600);
    });
    await page.waitForFunction(() => window.scrollY > 0);

    expect(await places()).toEqual(before);
    const main = await page.getByRole('main').last().boundingBox();
    expect((main?.x ?? 0) + (main?.width ?? 0)).toBeGreaterThan(1400);
    const leading = page.locator('.ant-btn-primary').first();
    const blue = await leading.evaluate((button) => getComputedStyle(button).backgroundColor);
    const [red = 255, , blueness = 0] = (blue.match(/\d+/g) ?? []).map(Number);
    expect(blueness).toBeGreaterThan(red);
  },
);

story('1.7 the watermark is the name of the user', async ({ open }) => {
  const page = await open('/dashboard/project', {
    as: developer,
    before: (page) =>
      page.addInitScript(() => {
        const drawn: string[] = [];
        Object.assign(window, { drawn });
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (...text) {
          drawn.push(text[0]);
          return fillText.apply(this, text);
        };
      }),
  });

  await page.waitForFunction((name) => (window as unknown as { drawn: string[] }).drawn.includes(name), developer.user.name);
});

story('1.8 there is no service worker, and one of an earlier version is unregistered', async ({ open, served, expectProblem }) => {
  expectProblem(/favicon.ico/);
  const page = await open('/user/login', {
    before: async (page) => {
      await page.goto(`${served.url}/favicon.svg`);
      await page
        .context()
        .route('**/old-worker.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'onfetch = () => {}' }));
      await page.evaluate(() => navigator.serviceWorker.register('/old-worker.js').then(() => undefined));
    },
  });

  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
  expect(await page.locator('link[rel=manifest]').count()).toBe(0);
});
