import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openChromium, visit } from '../support/chromium';
import { type Served, type SignedIn, serve } from '../support/served';
import { type Page, pages, prepare } from './pages-support';
import { kb, type Row } from './row';

/** The JavaScript that a browser with an empty cache downloads until a page shows its main content. */
export default async function weight(): Promise<Row[]> {
  const served = await serve();
  const browser = await openChromium();
  const { developer, appKey } = await prepare(served);
  const rows: Row[] = [];
  for (const page of pages(appKey)) rows.push(await weigh(browser, served, page, developer));
  await browser.close();
  await served.stop();
  return rows;
}

async function weigh(browser: Browser, served: Served, { name, path, signedIn, shown, heavier }: Page, as: SignedIn): Promise<Row> {
  const { context, page } = await visit(browser, served.url, signedIn ? { token: as.token, name: as.user.name } : {});
  const scripts = new Set<string>();
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(new URL(request.url()).pathname));
  await page.goto(`${served.url}/#${path}`);
  await shown(page);
  const needed = [...scripts];
  await page.waitForTimeout(3000);
  await context.close();

  const gzip = sizeOf(needed, '.gz');
  return {
    what: `JS of ${name}, gzip`,
    measured: kb(gzip),
    baseline: heavier && kb(heavier.bytes),
    ratio: heavier && gzip / heavier.bytes,
    goal: heavier?.goal,
    note: `${needed.length} files, brotli ${kb(sizeOf(needed, '.br'))}; fetched ahead when idle: ${kb(sizeOf([...scripts], '.gz') - gzip)}; baseline: ${heavier?.name}`,
  };
}

/** The transferred size: the server sends files that were compressed at build time. */
const sizeOf = (scripts: string[], encoding: '.gz' | '.br') =>
  scripts
    .map((path) => join('dist/console', path))
    .map((file) => statSync(existsSync(file + encoding) ? file + encoding : file).size)
    .reduce((sum, size) => sum + size, 0);
