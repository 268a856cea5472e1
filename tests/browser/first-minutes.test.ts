import type { Page, Request } from 'playwright-core';
import { contract } from '../../contract';
import { binTexts } from '../../src/locales/bin';
import { frameTexts } from '../../src/locales/frame';
import { guideTexts } from '../../src/locales/guide';
import { menuTexts } from '../../src/locales/menu';
import { projectTexts } from '../../src/locales/project';
import { recordTexts } from '../../src/locales/record';
import { userTexts } from '../../src/locales/user';
import { webhookTexts } from '../../src/locales/webhook';
import { atRest, barriers, PHONE } from '../support/chromium';
import { eventually } from '../support/eventually';
import { PASSWORD } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt, isInView } from '../support/where';

// Private addresses are refused, except the request bin. A configured admin ensures that the first story's user is not the admin.
const { story, server } = stage({ CALLBACK_ALLOW_PRIVATE: 'false', ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: PASSWORD });
const user = userTexts['zh-CN'];
const project = projectTexts['zh-CN'];
const frame = frameTexts['zh-CN'];
const guide = guideTexts['zh-CN'];
const bin = binTexts['zh-CN'];
const menu = menuTexts['zh-CN'];
const callback = webhookTexts['zh-CN'];

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const card = (page: Page) => page.getByRole('region', { name: guide.title });

async function register(page: Page, email: string) {
  await page.getByLabel(user.email).fill(email);
  await page.getByLabel(user.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(user.name).fill('林岚');
  await page.getByRole('checkbox').check();
  await click(page, user.register);
  await arrivesAt(page, '/user/register-result');
}

async function signIn(page: Page, email: string) {
  await page.getByLabel(user.email).fill(email);
  await page.getByLabel(user.password, { exact: true }).fill(PASSWORD);
  await click(page, user.login);
  await arrivesAt(page, '/dashboard/project');
}

async function newProject(name: string) {
  const developer = await server().signUp(name);
  const { appKey } = await server().call(contract.application.create, { body: { name, categoryId: 1 } }, developer.token);
  return { developer, appKey };
}

story(
  'from registering to the first callback received, with no other tool',
  async ({ open, served, expectProblem }) => {
    const page = await open('/user/register');
    const startedAt = Date.now();
    await register(page, 'lan@example.com');
    await page.getByRole('link', { name: user.loginNow }).click();
    await signIn(page, 'lan@example.com');

    // The empty console shows the guide with its first step.
    await page.getByRole('heading', { name: project.emptyTitle }).waitFor();
    await card(page).waitFor();
    await page.getByRole('button', { name: project.create }).first().click();
    await page.getByLabel(project.name, { exact: true }).fill('气象站');
    await click(page, project.submitCreate);
    await page.getByText(project.createdTitle('气象站')).waitFor();
    await click(page, project.kept);

    await click(page, guide.deviceDo);
    await click(page, guide.callbackDo);
    await card(page)
      .getByText(/^whsec_/)
      .waitFor();
    await page.getByRole('button', { name: guide.eventDo }).press('Enter');
    await card(page).getByRole('heading', { name: guide.finished }).waitFor();
    const tookMs = Date.now() - startedAt;

    // The pressed button is gone, so the focus goes to the result.
    await card(page).locator('[data-keeps-focus]:focus').waitFor();
    await card(page).getByText(bin.valid).waitFor();
    await card(page).getByText('object_detected').waitFor();
    await card(page).getByText('webhook-signature').waitFor();
    await card(page)
      .getByText(/^whsec_/)
      .waitFor();
    await atRest(page);
    expect(await barriers(page)).toEqual([]);

    // The secret is not lost by dismissing the guide without a confirmation.
    await click(page, guide.dismiss);
    await page.getByRole('dialog').getByRole('button', { name: frame.secretStay }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // Nor by creating another project, whose guide is not shown yet.
    await click(page, project.create);
    await page.getByLabel(project.name, { exact: true }).fill('雨量站');
    await click(page, project.submitCreate);
    await page.getByText(project.createdTitle('雨量站')).waitFor();
    await click(page, project.kept);
    await page.getByRole('article').filter({ hasText: '雨量站' }).waitFor();
    await atRest(page);
    await card(page)
      .getByText(/^whsec_/)
      .waitFor();
    expect(await card(page).getByText('气象站').count()).toBe(1);

    // Nor by signing out, nor by an expired session. Navigating in the console keeps the secret without a question.
    await page.getByRole('link', { name: guide.device }).click();
    await page.waitForURL(/\/device$/);
    await page.getByRole('button', { name: 'lan@example.com' }).click();
    await page.getByRole('menuitem', { name: menu.logout }).click();
    await page.getByRole('dialog', { name: frame.secretLeaveTitle }).getByRole('button', { name: frame.secretStay }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expectProblem(/401/);
    const token = await page.evaluate(() => localStorage.getItem('token')?.replace('Bearer ', ''));
    await served.call(contract.account.logout, {}, token);
    await page.getByLabel(frame.overPassword('lan@example.com')).fill(PASSWORD);
    await click(page, frame.overSignIn);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card(page)
      .getByText(/^whsec_/)
      .waitFor();

    // The guide's links scroll to their target, also on the same page.
    await page.getByRole('link', { name: guide.nextVerify }).click();
    await page.getByRole('region', { name: callback.verify }).locator(':focus').waitFor({ state: 'attached' });
    await atRest(page);
    expect(await page.getByRole('region', { name: callback.verify }).getByRole('tab').first().evaluate(isInView)).toBe(true);
    await page.getByRole('link', { name: guide.nextServer }).click();
    await page.locator('#callback_url:focus').waitFor();

    // After a rotation, the old secret is not shown any more.
    await click(page, callback.rotate);
    await page.getByRole('dialog').getByRole('button', { name: callback.rotate }).click();
    await click(page, callback.kept);
    await card(page)
      .getByText(/^whsec_/)
      .waitFor({ state: 'detached' });
    await click(page, guide.finish);
    await card(page).waitFor({ state: 'detached' });

    // The callback is in the records, and the guide does not come back.
    await page.getByRole('link', { name: menu.callRecord, exact: true }).click();
    await page.getByRole('row').filter({ hasText: recordTexts['zh-CN'].delivered }).filter({ hasText: 'device.event' }).waitFor();
    expect(await card(page).count()).toBe(0);
    await page.goto(`${served.url}/#/dashboard/project`);
    await card(page).getByText(guide.deviceWhy).waitFor();
    expect(await card(page).getByText('雨量站').count()).toBe(1);

    process.stdout.write(`from /user/register to the first callback received: ${(tookMs / 1000).toFixed(1)} s at ${served.url}\n`);
  },
  180_000,
);

story(
  'the guide is there on a project’s pages, follows what one does elsewhere, and is gone for good when it is not wanted',
  async ({ open, served }) => {
    const { developer, appKey } = await newProject('Follower');
    const page = await open(`/dashboard/${appKey}/consumer`, { as: developer, viewport: PHONE });
    await card(page).getByText(guide.deviceWhy).waitFor();
    await atRest(page);
    expect(await barriers(page)).toEqual([]);

    // The callback can also be set up on its page, with the request bin's button beside the URL.
    await click(page, bin.use);
    await page.getByLabel(callback.url, { exact: true }).and(page.locator('input[id]')).waitFor();
    await eventually(
      () => page.locator('#callback_url').inputValue(),
      (url) => url.includes('/bin/'),
    );
    await click(page, callback.create);
    await click(page, callback.kept);
    await card(page).getByRole('link', { name: guide.callback }).waitFor();

    // A test callback arrives and is verified, but does not complete the guide's steps of device and event.
    await served.call(contract.webhook.test, { params: { appKey }, body: {} }, developer.token);
    await page.getByRole('region', { name: bin.bin }).getByText(bin.valid).waitFor();
    await page.reload();
    await page.getByRole('region', { name: bin.bin }).waitFor();
    await card(page).getByText(guide.deviceWhy).waitFor();
    await atRest(page);
    expect(await barriers(page)).toEqual([]);

    const other = await served.call(contract.application.create, { body: { name: '另一个', categoryId: 1 } }, developer.token);
    await page.goto(`${served.url}/#/dashboard/${other.appKey}/device`);
    await click(page, guide.dismiss);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await atRest(page);
    expect(await card(page).count()).toBe(0);
  },
);

story(
  'pages that come next are there before one goes: no script is fetched on the way',
  async ({ open }) => {
    const { developer, appKey } = await newProject('Walker');
    const page = await open('/user/login');
    const scripts: Request[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request));
    /** Waits until a page's prefetch is complete. @returns its start, in ms since the epoch */
    const prefetched = async (path: string) => {
      const began = await page.waitForFunction(
        (path) => {
          const measures = performance.getEntriesByName('prefetched') as PerformanceMeasure[];
          const measure = measures.find(({ detail }) => detail === path);
          return measure && performance.timeOrigin + measure.startTime;
        },
        path,
        { timeout: 60_000 },
      );
      return Number(await began.jsonValue());
    };
    /** @returns the scripts loaded for the navigation from `path`, without those that the next page prefetches */
    const fetchedFor = async (path: string, go: () => Promise<unknown>, to: string) => {
      await prefetched(path);
      const before = scripts.length;
      await go();
      const began = await prefetched(to);
      return scripts.slice(before).flatMap((one) => (one.timing().startTime < began ? new URL(one.url()).pathname : []));
    };

    const arrive = async () => {
      await signIn(page, developer.user.email);
      await page.getByRole('link', { name: 'Walker' }).waitFor();
    };
    const toPage = (name: string, path: string) => async () => {
      await page.getByRole('link', { name }).first().click();
      await arrivesAt(page, path);
    };
    const projects = '/dashboard/project';
    const of = (page: string) => `/dashboard/${appKey}/${page}`;
    expect(await fetchedFor('/user/login', arrive, projects)).toEqual([]);
    expect(await fetchedFor(projects, toPage('Walker', of('device')), of('device'))).toEqual([]);
    expect(await fetchedFor(of('device'), toPage(menu.consumer, of('consumer')), of('consumer'))).toEqual([]);
    expect(await fetchedFor(of('consumer'), toPage(menu.callRecord, of('call-record')), of('call-record'))).toEqual([]);
  },
  240_000,
);

story('who saves data is spared what one may never open', async ({ open }) => {
  const scripts: string[] = [];
  const page = await open('/user/login', {
    before: async (one) => {
      await one.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
      one.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    },
  });
  await page.getByLabel(user.email).waitFor();
  await atRest(page);
  const needed = scripts.length;
  await page.waitForTimeout(3000);
  expect(scripts.length).toBe(needed);
});
