import { useSearchParams } from '@umijs/max';

interface Way {
  /** Replace the history entry (while typing) instead of adding one, which the back button undoes. */
  replace?: boolean;
}

/** A page's filters, kept in its URL for reloads, bookmarks and the back button. Empty ones are left out. */
export function useUrlQuery(): [Record<string, string>, (changes: Record<string, string | number | undefined>, way?: Way) => void] {
  const [search, setSearch] = useSearchParams();
  const query = Object.fromEntries(search);

  function change(changes: Record<string, string | number | undefined>, way?: Way) {
    const changed = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined && value !== '');
    setSearch(Object.fromEntries(changed.map(([name, value]) => [name, String(value)])), way);
  }

  return [query, change];
}
