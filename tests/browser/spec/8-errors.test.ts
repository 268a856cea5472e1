import type { Page } from 'playwright-core';
import { contract } from '../../../contract';
import { ShowType } from '../../../contract/errors';
import { frameTexts } from '../../../src/locales/frame';
import { requestTexts } from '../../../src/locales/request';
import { atRest } from '../../support/chromium';
import type { SignedIn } from '../../support/served';
import { stage } from '../../support/stage';
import { arrivesAt, topBar, where } from '../../support/where';

const { story, server } = stage();
const zh = frameTexts['zh-CN'];
let developer: SignedIn;
let owners = 0;

beforeAll(async () => {
  developer = await server().signUp('Developer');
});

/** Signs up an owner of a disabled project, because enabling it needs no confirmation. */
async function withDisabledProject() {
  const { call, signUp } = server();
  owners += 1;
  const owner = await signUp(`Owner${owners}`);
  const body = { name: '仓库', categoryId: 1 } as const;
  const { id } = await call(contract.application.create, { body }, owner.token);
  await call(contract.application.switch, { params: { id }, body: { id, status: 'disabled' } }, owner.token);
  return owner;
}

/** Replaces the answer to the list of projects. */
const answerProjects = (page: Page, status: number, body: object | string) =>
  page.route(/\/v1\/platform\/application\?/, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: typeof body === 'string' ? body : JSON.stringify(body) }),
  );

/** A toast. */
const toast = (page: Page, kind: string, text: string) =>
  page.locator(`[data-kind=${kind}]`, { has: page.getByRole('alert') }).getByText(text);

/** Expects a failure in place of the content, and no toast. */
async function toldInPlace(page: Page, text: string) {
  await page
    .locator('.status-page', { has: page.getByRole('heading', { name: zh.unread }) })
    .getByText(text)
    .waitFor();
  await atRest(page);
  expect(await page.locator('.toast').count()).toBe(0);
}

const refusal = (showType?: ShowType) => ({
  success: false,
  code: 40099,
  message: '传感器过热',
  errorCode: 40099,
  errorMessage: '传感器过热',
  showType,
  requestId: 'r-1',
});

describe('a failure is shown as its display type says', () => {
  const shown: [string, ShowType, string][] = [
    ['8.5 warning', ShowType.warning, 'warning'],
    ['8.5 notification', ShowType.notification, 'notification'],
  ];
  for (const [name, showType, kind] of shown) {
    story(name, async ({ open, expectProblem }) => {
      expectProblem(/400/);
      const page = await open('/dashboard/project', { as: developer, before: (page) => answerProjects(page, 400, refusal(showType)) });

      await toast(page, kind, '传感器过热').waitFor();
    });
  }

  const errors: [string, ShowType | undefined][] = [
    ['8.4 error, with errorMessage and errorCode', ShowType.error],
    ['8.5 error, when it says none', undefined],
  ];
  for (const [name, showType] of errors) {
    story(`${name}: of what is read, in its place; of what one does, over the page`, async ({ open, expectProblem }) => {
      expectProblem(/400/);
      let isRefused = true;
      const page = await open('/dashboard/project', {
        as: await withDisabledProject(),
        before: (page) =>
          page.route(/\/v1\/platform\/application(\?|\/.+\/switch)/, (route) =>
            isRefused ? route.fulfill({ status: 400, json: refusal(showType) }) : route.continue(),
          ),
      });
      await toldInPlace(page, '传感器过热');

      isRefused = false;
      await page.getByRole('button', { name: zh.retry }).click();
      const toggle = page.getByRole('switch');
      await toggle.waitFor();
      isRefused = true;
      await toggle.click();
      await toast(page, 'error', '传感器过热').waitFor();
    });
  }

  story('8.5 silent', async ({ open, expectProblem }) => {
    expectProblem(/400/);
    const page = await open('/dashboard/project', { as: developer, before: (page) => answerProjects(page, 400, refusal(ShowType.silent)) });
    await atRest(page);

    expect(await page.getByText('传感器过热').count()).toBe(0);
  });

  story('8.5 redirect, 2.25 to a page with the code and the message', async ({ open, expectProblem }) => {
    expectProblem(/400/);
    const page = await open('/dashboard/project', {
      as: developer,
      before: (page) => answerProjects(page, 400, refusal(ShowType.redirect)),
    });

    await arrivesAt(page, '/exception');
    expect(where(page)).toContain('errorCode=40099');
    await page.getByText('传感器过热').first().waitFor();
    await page.getByText('40099').first().waitFor();
  });
});

describe('an answer is judged by either half of the envelope', () => {
  const list = { list: [], total: 0, totals: { projects: 0, devices: 0, online: 0, callbacks: { delivered: 0, failed: 0, retrying: 0 } } };
  for (const [name, half] of Object.entries({ 'success: true': { success: true }, 'code: 0': { code: 0 } })) {
    story(`8.1 ${name} alone is a success`, async ({ open }) => {
      const page = await open('/dashboard/project', {
        as: developer,
        before: (page) => answerProjects(page, 200, { ...half, data: list }),
      });

      await page.getByRole('heading', { name: '创建第一个项目' }).waitFor();
    });
  }

  const failures = {
    '8.2 success: false, with its errorMessage': { success: false, errorMessage: '只说一半' },
    '8.3 a code, with its message': { code: 5, message: '只说一半' },
  };
  for (const [name, half] of Object.entries(failures)) {
    story(`${name} alone is a failure, whatever the HTTP status`, async ({ open }) => {
      const page = await open('/dashboard/project', { as: developer, before: (page) => answerProjects(page, 200, half) });

      await toldInPlace(page, '只说一半');
    });
  }

  const without = { '8.6 no message': { success: false }, '8.7 no JSON': '<html>502</html>' };
  for (const [name, body] of Object.entries(without)) {
    story(`${name} gets the fallback text`, async ({ open, expectProblem }) => {
      expectProblem(/502/);
      const page = await open('/dashboard/project', { as: developer, before: (page) => answerProjects(page, 502, body) });

      await toldInPlace(page, requestTexts['zh-CN'].fallback);
    });
  }
});

describe('the connection', () => {
  story('8.10 lost and found again is said', async ({ open, expectProblem }) => {
    expectProblem(/ERR_INTERNET_DISCONNECTED/);
    const page = await open('/dashboard/project', { as: developer });
    await topBar(page).waitFor();
    // Pending requests would fail, too.
    await atRest(page);

    await page.context().setOffline(true);
    await page.getByText(zh.offline).waitFor();

    await page.context().setOffline(false);
    await page.getByText(zh.offline).waitFor({ state: 'hidden' });
  });
});

story('8.9 a page that could not be loaded offline is loaded once the connection is back', async ({ open, expectProblem }) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|Unable to preload CSS/);
  const page = await open('/dashboard/project', { as: developer });
  await topBar(page).waitFor();
  await atRest(page);
  await page.context().setOffline(true);
  await page.evaluate(() => {
    location.hash = '#/account/settings';
  });
  await page.getByRole('heading', { name: zh.unloaded }).waitFor();
  await page.getByText(zh.unreached).waitFor();

  await page.context().setOffline(false);
  await page.getByRole('heading', { name: zh.unloaded }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
});

describe('a newer console', () => {
  story('8.11 is announced, and Refresh loads it', async ({ open }) => {
    let version = 'one';
    const page = await open('/dashboard/project', {
      as: developer,
      before: (page) =>
        page.route('**/v1/platform/settings', async (route) => {
          const answer = await route.fetch();
          const body = await answer.json();
          await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, version } } });
        }),
    });
    await topBar(page).waitFor();
    await atRest(page);
    version = 'two';
    // The page looks for a new version when the window gets the focus.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));

    await page.getByText(zh.update).waitFor();
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: zh.refresh }).click()]);
    await topBar(page).waitFor();
    expect(await page.getByText(zh.update).count()).toBe(0);
  });
});

describe('a page whose code does not arrive', () => {
  story('8.9 says so, and Retry brings it', async ({ open, expectProblem }) => {
    expectProblem(/ERR_FAILED|Failed to fetch dynamically imported module|Failed to load resource/);
    const page = await open('/dashboard/project', { as: developer });
    await topBar(page).waitFor();
    await atRest(page);
    let broken = true;
    await page.route(/\/assets\/.*\.js/, (route) => (broken ? route.abort() : route.continue()));

    await page.evaluate(() => {
      location.hash = '#/account/settings';
    });
    await page.getByRole('alert').filter({ hasText: zh.unloaded }).waitFor();

    broken = false;
    await page.getByRole('button', { name: zh.retry }).click();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(where(page)).toBe('/account/settings');
  });
});

describe('the current user', () => {
  story('8.8 who cannot be fetched leads to sign-in', async ({ open, expectProblem }) => {
    expectProblem(/500/);
    const page = await open('/dashboard/project', {
      as: developer,
      before: (page) => page.route('**/v1/platform/currentUser', (route) => route.fulfill({ status: 500, body: '{"success":false}' })),
    });

    await arrivesAt(page, '/user/login');
  });
});

describe('the network', () => {
  const broken = [
    ['timedout', requestTexts['zh-CN'].fallback],
    ['connectionrefused', zh.unreached],
  ] as const;
  for (const [how, words] of broken) {
    story(`8.7 that breaks a call off (${how}): of what is read, in its place; of what one does, over the page`, async (scene) => {
      scene.expectProblem(/ERR_(TIMED_OUT|CONNECTION_REFUSED)/);
      let isAway = true;
      const page = await scene.open('/dashboard/project', {
        as: await withDisabledProject(),
        before: (page) => page.route(/\/v1\/platform\/application/, (route) => (isAway ? route.abort(how) : route.continue())),
      });
      await toldInPlace(page, words);

      isAway = false;
      await page.getByRole('button', { name: zh.retry }).click();
      const toggle = page.getByRole('switch');
      await toggle.waitFor();
      isAway = true;
      await toggle.click();
      await toast(page, 'error', requestTexts['zh-CN'].fallback).waitFor();
    });
  }
});
