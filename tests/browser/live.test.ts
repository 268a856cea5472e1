import type { Page } from 'playwright-core';
import { DESK, PHONE } from '../support/chromium';
import { eventually } from '../support/eventually';
import { connect, developer, devices, liveStage, newDevice, newProject, row, stateOf } from '../support/live-stage';

const { story } = liveStage();
const count = (page: Page, name: string) => page.getByRole('group', { name: '按状态筛选' }).getByRole('button', { name });
const isLive = (page: Page) => page.locator('.list-news .live-indicator[data-state=live]').waitFor();

describe('the list', () => {
  story('shows a device go online and away again, on every open page, without reloading', async ({ open }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const pages = await Promise.all([open(devices(project), { as: developer }), open(devices(project), { as: developer })]);
    for (const page of pages) await isLive(page);
    await Promise.all(pages.map((page) => page.evaluate(() => Object.assign(window, { neverReloaded: true }))));

    const client = await connect(project, device);
    for (const page of pages) {
      await stateOf(page, 'CAM-1', 'online').waitFor();
      await count(page, '在线 1').waitFor();
      await row(page, 'CAM-1').getByText('127.0.0.1').waitFor();
    }

    await client.endAsync();
    for (const page of pages) {
      await stateOf(page, 'CAM-1', 'offline').waitFor();
      await count(page, '离线 1').waitFor();
      expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
    }
  });

  story('is live on more pages at once than a browser has connections', async ({ open }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const first = await open(devices(project), { as: developer });
    const pages = [first];
    for (let n = 0; n < 7; n++) {
      const page = await first.context().newPage();
      await page.goto(first.url());
      pages.push(page);
    }
    for (const page of pages) await isLive(page);

    const client = await connect(project, device);
    for (const page of pages) await stateOf(page, 'CAM-1', 'online').waitFor();
    await client.endAsync();
    for (const page of pages) await stateOf(page, 'CAM-1', 'offline').waitFor();
    for (const page of pages.slice(1)) await page.close();
  });

  story('marks a row that the filter no longer fits, and counts what a fresh list would change', async ({ open }) => {
    const project = await newProject();
    const [one, other] = [await newDevice(project, 'CAM-1'), await newDevice(project, 'CAM-2')];
    const client = await connect(project, one);
    const page = await open(`${devices(project)}?state=online`, { as: developer });
    await stateOf(page, 'CAM-1', 'online').waitFor();
    await isLive(page);

    await client.endAsync();
    await row(page, 'CAM-1').getByText('已不符合筛选').waitFor();
    const later = await connect(project, other);
    await page.getByRole('button', { name: '列表有 1 处变化' }).waitFor();
    expect(await row(page, 'CAM-2').count()).toBe(0);

    await page.getByRole('button', { name: '列表有 1 处变化' }).click();
    await stateOf(page, 'CAM-2', 'online').waitFor();
    await row(page, 'CAM-1').waitFor({ state: 'detached' });
    await later.endAsync();
  });

  story('fills itself where no device fitted: nobody has to ask for it', async ({ open }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const page = await open(`${devices(project)}?state=online`, { as: developer });
    await page.getByText('没有符合条件的设备').waitFor();
    await isLive(page);

    const client = await connect(project, device);
    await stateOf(page, 'CAM-1', 'online').waitFor();
    await client.endAsync();
    await row(page, 'CAM-1').getByText('已不符合筛选').waitFor();
  });

  story('that is awaited says so, on a phone too, and tells of no changes', async ({ open }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    await newDevice(project, 'CAM-2');
    const client = await connect(project, device);
    for (const viewport of [DESK, PHONE]) {
      // An invalid sort order in the URL is ignored.
      const page = await open(`${devices(project)}?state=inactive&sort=foo`, { as: developer, viewport });
      await page.getByText('CAM-2').waitFor();
      await isLive(page);
      let answer = () => {};
      const asked = new Promise<void>((go) => {
        answer = go;
      });
      await page.route('**/device?*', async (route) => {
        await asked;
        await route.continue();
      });
      const list = page.getByRole('region', { name: '设备管理' }).locator('[aria-busy]').first();
      await count(page, '在线 1').click();
      await list.and(page.locator('[aria-busy=true]')).waitFor();
      await eventually(
        () =>
          page
            .getByText('CAM-2')
            .first()
            .evaluate((row) => getComputedStyle(row).pointerEvents),
        (events) => events === 'none',
      );
      expect(
        await page
          .getByText('已不符合筛选')
          .or(page.getByRole('button', { name: /^列表有/ }))
          .count(),
      ).toBe(0);

      answer();
      await page.getByText('CAM-1').waitFor();
      await list.and(page.locator('[aria-busy=false]')).waitFor();
      expect(await page.getByText('CAM-2').count()).toBe(0);
    }
    await client.endAsync();
  });

  story('keeps what was heard of a row that a fresh list would not have', async ({ open }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const page = await open(devices(project), { as: developer });
    await stateOf(page, 'CAM-1', 'inactive').waitFor();
    await isLive(page);

    for (let n = 0; n < 10; n++) await newDevice(project, `LATER-${n}`);
    const client = await connect(project, device);
    await stateOf(page, 'CAM-1', 'online').waitFor();
    await page.waitForResponse((answer) => answer.url().includes(`/${project.appKey}/device?`));
    await page.getByRole('button', { name: /^列表有/ }).waitFor();

    expect(await stateOf(page, 'CAM-1', 'online').count()).toBe(1);
    await client.endAsync();
  });

  story('says that it is not live while the platform is away, and catches up when it is back', async ({ open, served, expectProblem }) => {
    expectProblem(/ERR_|Failed to (load resource|fetch)|WebSocket/);
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const page = await open(devices(project), { as: developer });
    await isLive(page);
    await stateOf(page, 'CAM-1', 'inactive').waitFor();

    const restarted = served.restart();
    await page.getByText(/重新连接中/).waitFor();
    await restarted;
    await isLive(page);

    const client = await connect(project, device);
    await stateOf(page, 'CAM-1', 'online').waitFor();
    await client.endAsync();
  });

  for (const language of ['zh-CN', 'en-US'] as const) {
    story(`${language} has room for its usual columns on 1280 pixels`, async ({ open }) => {
      const project = await newProject();
      await newDevice(project, 'CAM-1');
      const page = await open(devices(project), { as: developer, language, viewport: { width: 1280, height: 800 } });
      await row(page, 'CAM-1').waitFor();

      expect(await page.locator('.wide-table').evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
    });
  }
});
