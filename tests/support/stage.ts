import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openChromium, type Visit, type Visitor, visit } from './chromium';
import { type Served, type SignedIn, serve } from './served';

/** What a story of the product in a real browser is told with. */
export interface Scene {
  served: Served;
  /** Opens the console at a path of its own (`/user/login`), in a browser profile of its own. */
  open: (
    path: string,
    visitor?: Omit<Visitor, 'token' | 'name'> & { as?: SignedIn; before?: (page: Page) => Promise<unknown> },
  ) => Promise<Page>;
  /** Console errors that this story is about; any other fails it. */
  expectProblem: (pattern: RegExp) => void;
}

/** Starts the built product and Chromium once for a test file. Stories end with a picture of each page in looks/ when they fail. */
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

// A request that a route still holds must not fail whoever comes next.
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
