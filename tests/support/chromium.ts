import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import type { Language } from '../../contract/errors';
import { findChromium } from '../../scripts/tools.mjs';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

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
}

export function openChromium(): Promise<Browser> {
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({
    executablePath: findChromium(),
    args: [...quiet, '--disable-sync', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

/** Opens an empty page in a new browser profile, for a visitor of the console at `url`. */
export async function visit(browser: Browser, url: string, { token, name = '', language, viewport = DESK }: Visitor = {}): Promise<Visit> {
  const kept = { ...(token && { token: `Bearer ${token}`, name }), ...(language && { language }) };
  const context = await browser.newContext({
    viewport,
    // Not Chinese, to test that the console's default language does not depend on the browser.
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  // Long, because the machine may be slow.
  context.setDefaultTimeout(60_000);
  // Only once per profile, to keep later changes by the console. (A context with `storageState` takes 250 ms to open.)
  await context.addInitScript(
    ({ url, kept }) => {
      if (location.origin !== url || localStorage.getItem('test:visitor')) return;
      for (const [key, value] of Object.entries({ ...kept, 'test:visitor': 'there' })) localStorage.setItem(key, value);
    },
    { url, kept },
  );
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`refused by the content security policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  const page = await context.newPage();
  watchRequests(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error}`));
  page.on('console', (message) => message.type() === 'error' && problems.push(`${message.text()} (${message.location().url})`));
  return { context, page, problems };
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
