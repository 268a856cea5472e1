import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { languages } from '../../contract/errors';
import { fillLargeWorld } from '../../mock/large-world';
import { callerOf } from '../../mock/platform';
import { createApp } from '../../server/app';
import { inMemory } from '../../server/config';
import { openPlatform } from '../../server/platform';
import { depthTexts } from '../../src/locales/device-depth';
import { atRest, openChromium, visit } from '../support/chromium';
import { freePort } from '../support/ports.mjs';

const { values: options } = parseArgs({
  options: {
    /** The folder of a built console. */
    console: { type: 'string', default: 'dist/console' },
    into: { type: 'string', default: 'docs/pictures' },
    /** Only pictures whose name matches this. */
    only: { type: 'string', default: '' },
  },
});

const SIZE = { width: 1280, height: 800 };
/** JPEG quality for about 100 KB per picture, small enough for the repository. */
const QUALITY = 78;
/** The mock's data is up to a year old. */
const KEPT_DAYS = 400;

/** Takes the pictures of README.md and README.zh-CN.md: the main pages of the built console, with the mock's data. */
async function takePictures() {
  const platform = await openPlatform(inMemory({ mqttPort: 0, recordDays: KEPT_DAYS, eventDays: KEPT_DAYS }));
  const app = await createApp(platform, resolve(options.console));
  const { admin, developer, projects, devices } = await fillLargeWorld(callerOf(app), platform);
  const url = await app.listen({ host: '127.0.0.1', port: await freePort() });
  const browser = await openChromium();
  const appKey = projects.find(({ plan }) => plan.key === 'warehouse')?.appKey;
  const inProject = (rest: string) => `/dashboard/${appKey}${rest}`;
  const pages = [
    { name: 'projects', path: '/dashboard/project' },
    { name: 'devices', path: inProject('/device?device=DC-2026-0002') },
    { name: 'records', path: inProject('/call-record') },
    { name: 'configuration', path: inProject('/device/DC-2026-0002/config') },
    { name: 'depth', path: inProject('/device/DC-2026-0001/depth'), act: untilLive },
    { name: 'versions', path: '/packet', as: admin },
  ];

  for (const language of languages) {
    const folder = join(options.into, language);
    mkdirSync(folder, { recursive: true });
    for (const { name, path, as = developer, act } of pages.filter(({ name }) => new RegExp(options.only).test(name))) {
      const { context, page } = await visit(browser, url, { token: as.token, name: as.user.name, language, viewport: SIZE });
      await page.goto(`${url}/#${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await act?.(page, language);
      await atRest(page);
      await page.locator('.bone').first().waitFor({ state: 'detached' });
      await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: QUALITY });
      await context.close();
    }
  }

  await browser.close();
  await devices.stop();
  await app.close();
  await platform.close();
}

/** Waits for a live picture, and until the statistics do not include the loading of the page. */
async function untilLive(page: Page, language: (typeof languages)[number]) {
  await page.locator('.depth-pill').getByText(depthTexts[language].live, { exact: true }).waitFor();
  await page.waitForTimeout(12_000);
}

void takePictures();
