import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openChromium, type Visit, type Visitor, visit } from './chromium';
import { type Served, type SignedIn, serve } from './served';

/** The tools of a story, which is a test of the product in a real browser. */
export interface Scene {
  served: Served;
  /** Opens the console at one of its paths (`/user/login`) in a new browser profile. */
  open: (
    path: string,
    visitor?: Omit<Visitor, 'token' | 'name'> & { as?: SignedIn; before?: (page: Page) => Promise<unknown> },
  ) => Promise<Page>;
  /** Allows console errors that match; any other fails the story. */
  expectProblem: (pattern: RegExp) => void;
}

/** Starts the built product and Chromium once for a test file. A failing story leaves a screenshot of each page in looks/. */
export function stage(environment: Record<string, string> = {}) {
  let browser: Browser;
  let served: Served;

  beforeAll(async () => {
    [browser, served] = await Promise.all([openChromium(), serve(environment)]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
  });

  function story(title: string, tell: (scene: Scene) => Promise<void>, timeoutMs = 180_000) {
    test(
      title,
      async () => {
        const visits: Visit[] = [];
        const expected: RegExp[] = [];
        try {
          await tell({
            served,
            async open(path, { as, before, ...visitor } = {}) {
              const opened = await visit(browser, served.url, { ...visitor, token: as?.token, name: as?.user.name });
              visits.push(opened);
              await before?.(opened.page);
              await opened.page.goto(`${served.url}/#${path}`);
              return opened.page;
            },
            expectProblem: (pattern) => expected.push(pattern),
          });
          const problems = visits.flatMap((one) => one.problems);
          expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
        } catch (error) {
          await picture(title, visits);
          throw error;
        } finally {
          await Promise.all(visits.map(leave));
        }
      },
      timeoutMs,
    );
  }

  return { story, server: () => served };
}

// A request that is still held by a route would fail the next story.
async function leave({ context, page }: Visit) {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

async function picture(title: string, visits: Visit[]) {
  mkdirSync('looks', { recursive: true });
  const name = title.replace(/[^\w一-龥]+/g, '-').slice(0, 80);
  await Promise.all(
    visits.map(({ page }, index) => page.screenshot({ path: join('looks', `failed-${name}-${index}.png`) }).catch(() => {})),
  );
}
