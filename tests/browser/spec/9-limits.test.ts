import type { Page } from 'playwright-core';
import { CHUNK_TIMEOUT_MS, PRODUCT_REQUEST_CACHE_MS, REQUEST_CACHE_MS, REQUEST_TIMEOUT_MS } from '../../../config/defaults';
import { contract } from '../../../contract';
import { frameTexts } from '../../../src/locales/frame';
import { atRest } from '../../support/chromium';
import type { SignedIn } from '../../support/served';
import { stage } from '../../support/stage';
import { arrivesAt, topBar } from '../../support/where';

const { story, server } = stage();
const zh = frameTexts['zh-CN'];
let developer: SignedIn;
let appKey: string;

beforeAll(async () => {
  developer = await server().signUp('Admin');
  for (let n = 1; n <= 25; n++) {
    const body = { name: `项目 ${String(n).padStart(2, '0')}`, categoryId: 1 as const };
    ({ appKey } = await server().call(contract.application.create, { body }, developer.token));
  }
});

/** Collects the queries of the page's requests for projects. */
async function watchLists(page: Page) {
  const asked: URLSearchParams[] = [];
  page.on('request', (one) => /\/v1\/platform\/application\?/.test(one.url()) && asked.push(new URL(one.url()).searchParams));
  return asked;
}

story('9.1 a page has 10, and 9.5 more come 100 px before the end', async ({ open }) => {
  let asked: URLSearchParams[] = [];
  const page = await open('/dashboard/project', {
    as: developer,
    before: async (page) => {
      asked = await watchLists(page);
    },
  });
  await page
    .getByRole('link', { name: /^项目 / })
    .first()
    .waitFor();
  await atRest(page);
  const pages = () => asked.map((query) => `${query.get('current')}/${query.get('pageSize')}`);
  expect(pages()).toContain('1/10');
  expect(pages()).not.toContain('2/10');

  const scrollTo = (fromEnd: number) =>
    page.evaluate((px) => {
      const { scrollHeight, clientHeight } = document.documentElement;
      window.scrollTo(0, scrollHeight - clientHeight - px);
    }, fromEnd);
  await scrollTo(140);
  await atRest(page);
  expect(pages()).not.toContain('2/10');
  await scrollTo(60);
  await page.getByRole('link', { name: '项目 10' }).waitFor();
  expect(pages()).toContain('2/10');
});

story('9.2 the same read asked twice at once is one call', async ({ open }) => {
  expect([REQUEST_CACHE_MS, PRODUCT_REQUEST_CACHE_MS]).toEqual([60_000, 200]);
  const asked: string[] = [];
  const page = await open(`/dashboard/${appKey}/consumer`, {
    as: developer,
    before: async (page) => {
      // However slow the machine is: by this clock, everything is asked at once.
      await page.clock.setFixedTime(new Date());
      page.on('request', (one) => {
        if (one.url().includes('/v1/') && !one.url().endsWith('/stream')) asked.push(`${one.method()} ${one.url()}`);
      });
    },
  });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await atRest(page);

  expect(asked.filter((one) => one.endsWith('/v1/platform/currentUser'))).toHaveLength(1);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked).toEqual([...new Set(asked)]);
});

story('9.3 what was fetched within 5 minutes is shown at once', async ({ open }) => {
  const page = await open(`/dashboard/${appKey}/consumer`, { as: developer });
  await page.getByText('device.online').first().waitFor();
  await page.evaluate(() => {
    location.hash = '#/dashboard/project';
  });
  await arrivesAt(page, '/dashboard/project');
  // Further requests for event types are never answered.
  await page.route('**/webhook/event-type', () => {});
  await page.goBack();

  await page.getByText('device.online').first().waitFor();
});

story('9.4 a window that is looked at asks again, but not within 5 s', async ({ open }) => {
  let asked: URLSearchParams[] = [];
  const page = await open('/dashboard/project', {
    as: developer,
    before: async (page) => {
      await page.clock.install();
      asked = await watchLists(page);
    },
  });
  await page
    .getByRole('link', { name: /^项目 / })
    .first()
    .waitFor();
  await atRest(page);
  const focus = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.clock.fastForward(5100);
  const [again] = await Promise.all([page.waitForRequest(/\/v1\/platform\/application\?/), focus()]);
  expect(again.method()).toBe('GET');

  const before = asked.length;
  await focus();
  await focus();
  await page.waitForTimeout(300);
  expect(asked.length).toBe(before);
});

story('9.6 a call is waited for, however long it takes', async ({ open }) => {
  expect(REQUEST_TIMEOUT_MS).toBe(0);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const page = await open('/dashboard/project', { as: developer });
  await topBar(page).waitFor();
  // Pending scripts would time out after two of these ten minutes.
  await atRest(page);
  await page.clock.install();
  await page.route(/keyword=/, async (route) => {
    await held;
    await route.continue();
  });
  await Promise.all([page.waitForRequest(/keyword=/), page.getByRole('searchbox').fill('项目 25')]);
  await page.clock.fastForward('10:00');
  go();

  await page.getByRole('link', { name: /^项目 24/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^项目 25/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

story('9.7 and 8.9 a script that has not come after 120 s is an error with Retry', async ({ open, expectProblem }) => {
  expectProblem(/ChunkLoadError/);
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  const page = await open('/dashboard/project', { as: developer });
  await topBar(page).waitFor();
  await atRest(page);
  await page.clock.install();
  // No script arrives any more. Prefetched ones are requested again by another URL.
  await page.route(/\/assets\/.*\.js/, () => {});
  await page.evaluate(() => {
    location.hash = '#/account/settings';
  });
  await page.getByRole('status', { name: zh.loading }).waitFor({ state: 'attached' });
  // Well below the limit, because the clock also advances by itself while the machine is slow.
  await page.clock.fastForward(100_000);
  expect(await page.getByText(zh.unloaded).count()).toBe(0);
  await page.clock.fastForward(20_000);

  await page.getByText(zh.unloaded).waitFor();
});

story('9.8 the first account has the id 1', async () => {
  expect(developer.user.id).toBe(1);
});
