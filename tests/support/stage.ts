import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { emptyVisit, openChromium, UNOPTIMIZED, type Visit, type Visitor } from './chromium';
import { type Served, type SignedIn, serve } from './served';

/** The tools of a story, which is a test of the product in a real browser. */
export interface Scene {
  served: Served;
  /** Opens the console at one of its paths (`/user/login`) in an empty browser profile. With `isNew` its cache is empty, too. */
  open: (
    path: string,
    visitor?: Omit<Visitor, 'token' | 'name'> & { as?: SignedIn; before?: (page: Page) => Promise<unknown>; isNew?: boolean },
  ) => Promise<Page>;
  /** Allows console errors that match; any other fails the story. */
  expectProblem: (pattern: RegExp) => void;
}

/**
 * Starts the built product and Chromium once for a test file. A failing story leaves a screenshot of each page in looks/.
 * @param flags Chromium's
 */
export function stage(environment: Record<string, string> = {}, flags = [UNOPTIMIZED]) {
  let browser: Browser;
  let served: Served;
  /** Pages of earlier stories, empty again. */
  const free: Visit[] = [];

  beforeAll(async () => {
    [browser, served] = await Promise.all([openChromium(...flags), serve(environment)]);
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
            async open(path, { as, before, isNew, ...visitor } = {}) {
              const opened = (isNew ? undefined : free.pop()) ?? (await emptyVisit(browser, served.url));
              visits.push(opened);
              await opened.welcome({ ...visitor, token: as?.token, name: as?.user.name });
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

  async function leave(visit: Visit) {
    if (await visit.clear()) free.push(visit);
    else await visit.context.close();
  }

  return { story, server: () => served };
}

async function picture(title: string, visits: Visit[]) {
  mkdirSync('looks', { recursive: true });
  const name = title.replace(/[^\w一-龥]+/g, '-').slice(0, 80);
  await Promise.all(
    visits.map(({ page }, index) => page.screenshot({ path: join('looks', `failed-${name}-${index}.png`) }).catch(() => {})),
  );
}
