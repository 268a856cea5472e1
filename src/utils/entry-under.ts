import { history } from '@umijs/max';
import { ownStep } from './useBackCloses';

/** The entries of this tab's history; browsers before 2026 may not tell (Navigation API, HTML Standard §7.2.6). */
const { navigation } = window as { navigation?: Navigation };

/**
 * The nearest earlier history entry of the current page with a query, if all entries since only show something over that.
 * @param query what to look for, as text
 * @param under the query, as text, under what an entry's search shows
 */
export function entryUnder(query: string, under: (search: string) => string): NavigationHistoryEntry | undefined {
  const current = navigation?.currentEntry?.index ?? 0;
  for (const entry of navigation?.entries().slice(0, current).reverse() ?? []) {
    // Another document may hide its address.
    const [path, search = ''] = new URL(entry.url ?? 'about:blank').hash.slice(1).split('?');
    if (path !== history.location.pathname || under(search) !== query) return undefined;
    if (new URLSearchParams(search).toString() === query) return entry;
  }
  return undefined;
}

/** Goes back to an entry; doing so twice leads no further. */
export function goBackTo({ key }: NavigationHistoryEntry): void {
  ownStep(() => {
    const { committed, finished } = (navigation as Navigation).traverseTo(key);
    // Another navigation may overtake this one.
    for (const one of [committed, finished]) one?.catch(() => {});
  });
}
