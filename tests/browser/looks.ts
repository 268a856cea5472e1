import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type Language, languages } from '../../contract/errors';
import { fillLargeWorld } from '../../mock/large-world';
import { callerOf } from '../../mock/platform';
import type { Project } from '../../mock/project';
import { createApp } from '../../server/app';
import { inMemory } from '../../server/config';
import { openPlatform } from '../../server/platform';
import { atRest, DESK, openChromium, PHONE, visit } from '../support/chromium';
import { everyLook, type Look, type Size, wordsIn } from '../support/looks';
import { freePort } from '../support/ports.mjs';
import { meet } from '../support/reads';

const { values: options } = parseArgs({
  options: {
    /** Only pictures whose file name matches: `^device-add`, `^device\\..*desk`. */
    only: { type: 'string', default: '' },
    /** The folder of a built console. */
    console: { type: 'string', default: 'dist/console' },
    /** The output folder. */
    into: { type: 'string', default: 'looks' },
    /** Pictures of the full page, instead of the window. */
    full: { type: 'boolean', default: false },
  },
});

const sizes: Record<Size, typeof DESK> = { desk: DESK, phone: PHONE };

/** Takes pictures of the console for a visual review, in both languages and two sizes, into looks/. */
async function takePictures() {
  const platform = await openPlatform(inMemory({ downloadPort: 0, mqttPort: 0, recordDays: KEPT_DAYS, eventDays: KEPT_DAYS }));
  const app = await createApp(platform, resolve(options.console));
  const { admin, developer, projects, devices } = await fillLargeWorld(callerOf(app), platform);
  const place = (key: string) => {
    const { appKey, plan } = projects.find((one) => one.plan.key === key) as Project;
    return { appKey, name: plan.name };
  };
  const places = { warehouse: place('warehouse'), station: place('station'), empty: place('sample'), limits: place('limits') };
  const url = await app.listen({ host: '127.0.0.1', port: await freePort() });
  const browser = await openChromium();
  mkdirSync(options.into, { recursive: true });

  for (const look of everyLook({ admin, developer, ...places })) {
    for (const language of languages) {
      for (const [size, viewport] of Object.entries(sizes)) {
        const name = `${look.name}.${language}.${size}.png`;
        if ((look.size ?? size) !== size || !new RegExp(options.only).test(name)) continue;
        const file = join(options.into, name);
        const problems = await takePicture(browser, url, { look, language, viewport, file });
        process.stdout.write(`${file}${problems.map((problem) => `\n    ${problem}`).join('')}\n`);
      }
    }
  }

  await browser.close();
  await devices.stop();
  await app.close();
  await platform.close();
}

interface Shot {
  look: Look;
  language: Language;
  viewport: typeof DESK;
  file: string;
}

/** @returns problems: errors of the page, and failed actions */
async function takePicture(browser: Browser, url: string, { look, language, viewport, file }: Shot): Promise<string[]> {
  const { path, as, reads, act, isGuided } = look;
  const [, appKey = ''] = path.match(/^\/dashboard\/(\w{10,})\//) ?? [];
  const { context, page, problems } = await visit(browser, url, { token: as?.token, name: as?.user.name, language, viewport });
  page.setDefaultTimeout(5000);
  try {
    if (!isGuided) await context.addInitScript((appKey) => localStorage.setItem('guideDismissed', JSON.stringify([appKey])), appKey);
    if (reads) await meet(page, reads, { language, isInProject: Boolean(appKey) });
    await page.goto(`${url}/#${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached', timeout: 20_000 });
    // A page whose reads are held never comes to rest.
    if (reads === 'held') await page.waitForTimeout(HELD_MS);
    else await settled(page);
    await act?.(page, wordsIn(language));
    if (act) await settled(page);
  } catch (error) {
    problems.push(String(error));
  }
  await page.screenshot({ path: file, fullPage: options.full });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
  return problems;
}

/** Waits until all requests are finished and all placeholders are replaced. */
async function settled(page: Page) {
  await atRest(page);
  await page.locator('.bone').first().waitFor({ state: 'detached' });
}

const HELD_MS = 1500;
/** The mock's data is up to a year old. */
const KEPT_DAYS = 400;

void takePictures();
