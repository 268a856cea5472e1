import type { Page } from 'playwright-core';
import { fillWorld, type World } from '../../mock/world';
import { atRest, barriers, DESK, PHONE } from '../support/chromium';
import { everyPage } from '../support/pages';
import { stage } from '../support/stage';

const { story, server } = stage();
let world: World;

beforeAll(async () => {
  world = await fillWorld(server().call);
});

/** The smallest width with the side menu. */
const TABLET = { width: 768, height: 1024 };
/** The smallest width at which lists are tables. */
const LAPTOP = { width: 1024, height: 768 };

const visitors = [
  { language: 'zh-CN', viewport: DESK, others: [LAPTOP] },
  { language: 'en-US', viewport: PHONE, others: [TABLET] },
] as const;

for (const { language, viewport, others } of visitors) {
  story(
    `everybody can use every page, in ${language}, ${viewport.width} pixels wide`,
    async ({ open, served, expectProblem }) => {
      // Refused requests are logged as console errors.
      expectProblem(/Failed to load resource|RequestFailure/);
      const pages = everyPage(world);
      const found: Record<string, string[]> = {};
      for (const as of new Set(pages.map((one) => one.as))) {
        const theirs = pages.filter((one) => one.as === as);
        // The console reads the current user on its first page, unless that page is public.
        const page = await open(theirs[0]?.path ?? '', { as, language, viewport });
        for (const { name, path } of theirs) {
          await page.goto(`${served.url}/#${path}`);
          // Waits, because the heading may still be the previous page's.
          await atRest(page);
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          const faults = [...(await barriers(page)), ...(await tooWide(page)), ...(await titles(page))];
          if (as && page.url().includes('/user/login')) faults.push('is not seen: nobody is signed in');
          for (const other of others) {
            await page.setViewportSize(other);
            await atRest(page);
            faults.push(...(await tooWide(page)));
            await page.setViewportSize(viewport);
          }
          if (faults.length > 0) found[name] = faults;
        }
      }

      expect(found).toEqual({});
    },
    400_000,
  );
}

/** Screen readers list the page's title first: there is one. */
async function titles(page: Page): Promise<string[]> {
  // Under a modal dialog the page is not there.
  const all = await page.locator(':is(dialog[open], body:not(:has(dialog[open]))) h1').allInnerTexts();
  return all.length === 1 ? [] : [`has ${all.length} titles: ${all.join(', ')}`];
}

async function tooWide(page: Page): Promise<string[]> {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  return wide > room ? [`${wide - room} px too wide on ${room} px`] : [];
}
