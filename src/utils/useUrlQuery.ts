import { useSearchParams } from '@umijs/max';

interface Way {
  /** Typing replaces the entry in the history; choosing makes a new one, so that the back button undoes it. */
  replace?: boolean;
}

/** The filters of a page, kept in its URL: a reload, a bookmark and the back button find them again. Empty ones are left out. */
export function useUrlQuery(): [Record<string, string>, (changes: Record<string, string | number | undefined>, way?: Way) => void] {
  const [search, setSearch] = useSearchParams();
  const query = Object.fromEntries(search);

  function change(changes: Record<string, string | number | undefined>, way?: Way) {
    const changed = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined && value !== '');
    setSearch(Object.fromEntries(changed.map(([name, value]) => [name, String(value)])), way);
  }

  return [query, change];
}
