import type { Browser } from 'playwright-core';
import { openChromium, visit } from '../support/chromium';
import { type Served, type SignedIn, serve } from '../support/served';
import { type Page, pages, prepare } from './pages-support';
import { median, ms, type Row } from './row';

const ROUNDS = 3;
const CPU_SLOWDOWN = 4;
// The preset `Fast 4G` of Chromium's developer tools.
const FAST_4G = { offline: false, latency: 165, downloadThroughput: (9_000_000 * 0.9) / 8, uploadThroughput: (1_500_000 * 0.9) / 8 };

/** The loading time of the first pages on a phone, and how long their main thread is blocked. */
export default async function speed(): Promise<Row[]> {
  const served = await serve();
  const browser = await openChromium();
  const { developer, appKey } = await prepare(served);
  const rows: Row[] = [];
  for (const page of pages(appKey)) {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(browser, served, page, developer));
    const middle = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
    rows.push({
      what: `${page.name} usable, 4× CPU, Fast 4G`,
      measured: ms(middle('usable')),
      baseline: page.heavier?.readyMs,
      goal: page.name === 'sign-in' ? '≤ 0.6 ×' : '≤ 0.55 ×',
      note: `largest contentful paint ${ms(middle('largestPaint'))}, total blocking ${ms(middle('blocking'))}; median of ${ROUNDS}; baseline: ${page.heavier?.name}`,
    });
  }
  await browser.close();
  await served.stop();
  return rows;
}

interface Round {
  usable: number;
  largestPaint: number;
  blocking: number;
}

async function measure(browser: Browser, served: Served, { path, signedIn, shown }: Page, as: SignedIn): Promise<Round> {
  const { context, page } = await visit(browser, served.url, signedIn ? { token: as.token, name: as.user.name } : {});
  await page.addInitScript(() => {
    const seen = { largestPaint: 0, blocking: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.largestPaint = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.blocking += duration - 50;
    }).observe({ type: 'longtask', buffered: true });
  });
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', FAST_4G);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });

  const startedAt = Date.now();
  await page.goto(`${served.url}/#${path}`, { waitUntil: 'commit' });
  await shown(page);
  const usable = Date.now() - startedAt;
  const { largestPaint, blocking } = await page.evaluate(() => (globalThis as unknown as { seen: Omit<Round, 'usable'> }).seen);
  await context.close();
  return { usable, largestPaint, blocking };
}
