import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import type { Language } from '../../contract/errors';
import { findChromium } from '../../scripts/tools.mjs';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** Without animations. A page has them again where a story asks for them. */
const MOTION = { reducedMotion: 'reduce' } as const;

/** A user of the console, as stored in the browser. */
export interface Visitor {
  /** The session's token without `Bearer`; absent if nobody is signed in. */
  token?: string;
  name?: string;
  /** The language chosen earlier, if any. */
  language?: Language;
  viewport?: { width: number; height: number };
}

/** A page and its problems: uncaught errors, console errors, violations of the content security policy. */
export interface Visit {
  context: BrowserContext;
  page: Page;
  problems: string[];
  /** Makes the still empty page one for this visitor. */
  welcome: (visitor?: Visitor) => Promise<void>;
  /** Empties page and profile. @returns whether they are as new, so that somebody else can be welcomed. A page that is not must be closed */
  clear: () => Promise<boolean>;
}

/** For stories: V8's optimizing compilers would take half of the processor time of a page that is open for seconds. Not for benchmarks. */
export const UNOPTIMIZED = '--js-flags=--no-maglev,--no-turbofan';

export function openChromium(...flags: string[]): Promise<Browser> {
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({
    executablePath: findChromium(),
    args: [...quiet, '--disable-sync', ...flags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

/** Opens an empty page in a new browser profile, for a visitor of the console at `url`. */
export async function visit(browser: Browser, url: string, visitor?: Visitor): Promise<Visit> {
  const opened = await emptyVisit(browser, url);
  await opened.welcome(visitor);
  return opened;
}

/** `visit` before its visitor came. Welcoming the next one is much faster than opening another: the renderer has compiled the console. */
export async function emptyVisit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: DESK,
    // Not Chinese, to test that the console's default language does not depend on the browser.
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    ...MOTION,
  });
  // Long, because the machine may be slow.
  context.setDefaultTimeout(60_000);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`refused by the content security policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const problems: string[] = [];
  const watch = () => {
    watchRequests(page);
    page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error}`));
    page.on('console', (message) => message.type() === 'error' && problems.push(`${message.text()} (${message.location().url})`));
  };
  watch();
  const isMarked = marksOf(context, page);

  async function welcome({ token, name = '', language, viewport = DESK }: Visitor = {}) {
    await page.setViewportSize(viewport);
    // A file of the console without any script, because only a page of its origin can write its storage.
    await page.goto(`${url}/favicon.svg`);
    const kept = { ...(token && { token: `Bearer ${token}`, name }), ...(language && { language }) };
    await page.evaluate((kept) => Object.assign(localStorage, kept), kept);
    await devtools.send('Page.resetNavigationHistory');
  }

  async function clear() {
    try {
      // A request that is still held by a route would fail the next story.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (isMarked()) return false;
      for (const other of context.pages()) if (other !== page) await other.close();
      page.removeAllListeners();
      await context.setOffline(false);
      await page.emulateMedia(MOTION);
      await page.mouse.move(-1, -1);
      await page.goto(`${url}/favicon.svg`);
      await page.evaluate(() => sessionStorage.clear());
      await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
    } catch {
      return false;
    }
    watch();
    problems.length = 0;
    return true;
  }

  return { context, page, problems, welcome, clear };
}

/** @returns whether anything was done to the page or its profile that cannot be undone */
function marksOf(context: BrowserContext, page: Page): () => boolean {
  let isMarked = false;
  const marking = <T extends object>(of: T, name: keyof T) => {
    const act = of[name] as (...given: unknown[]) => unknown;
    of[name] = ((...given: unknown[]) => {
      isMarked = true;
      return act.apply(of, given);
    }) as T[keyof T];
  };
  for (const name of ['addInitScript', 'newCDPSession', 'exposeBinding', 'grantPermissions', 'setExtraHTTPHeaders', 'route'] as const)
    marking(context, name);
  for (const name of ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'] as const) marking(page, name);
  for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const) marking(page.clock, name);
  return () => isMarked;
}

/** Presses the browser's "back", which a page may refuse, so that no navigation is waited for. */
export async function pressBack(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await devtools.send('Page.getNavigationHistory');
  await devtools.send('Page.navigateToHistoryEntry', { entryId: (entries[currentIndex - 1] as { id: number }).id });
  await devtools.detach();
}

/** Waits until the browser is idle, for instance after removing a closed dialog. */
export const idle = (page: Page) =>
  page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 10_000 })));

/** Waits until no request of the page is pending, except event streams, which never end. */
export async function atRest(page: Page): Promise<void> {
  let quietSince = Date.now();
  while (Date.now() - quietSince < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 10));
    // The page may still send requests after pending work, which can take longer than QUIET_MS, so that time does not count.
    const askedAt = Date.now();
    await idle(page);
    if (waiting.get(page)?.size) quietSince = Date.now();
    else quietSince += Date.now() - askedAt;
  }
}

const QUIET_MS = 300;
const waiting = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page) {
  const asked = new Set<Request>();
  waiting.set(page, asked);
  page.on('request', (request) => !/\/stream(\?|$)/.test(request.url()) && asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The serious and critical violations that axe-core finds on the current page, one line for each element. */
export async function barriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  // Only violations are collected, to transfer less data.
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html.slice(0, 200)}`));
}
