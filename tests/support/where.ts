import type { Page } from 'playwright-core';

/** The console's own address of a page: what follows the # of the URL. */
export const where = (page: Page): string => new URL(page.url()).hash.slice(1);

/** Waits until the console is at a path, whatever its query. */
export const arrivesAt = (page: Page, path: string): Promise<void> => page.waitForURL(({ hash }) => hash.slice(1).split('?')[0] === path);

/** The top bar of the layout; above it the layout keeps an empty header of the same height. */
export const topBar = (page: Page) => page.getByRole('banner').last();

/** Of an element in the page: whether all its height is in sight. */
export const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};
