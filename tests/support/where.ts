import type { Page } from 'playwright-core';

/** The console's path of a page: the hash of its URL. */
export const where = (page: Page): string => new URL(page.url()).hash.slice(1);

/** Waits until the console is at a path, with any query. */
export const arrivesAt = (page: Page, path: string): Promise<void> => page.waitForURL(({ hash }) => hash.slice(1).split('?')[0] === path);

/** The layout's top bar. */
export const topBar = (page: Page) => page.getByRole('banner').last();

/** Whether an element's full height is in the viewport; runs in the page. */
export const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};
