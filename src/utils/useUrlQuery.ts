import { history, useSearchParams } from '@umijs/max';
import type { z } from 'zod';

interface Way {
  /** Replace the history entry (while typing on) instead of adding one, which the back button undoes. */
  replace?: boolean;
}

/** A page's filters, kept in its URL for reloads, bookmarks and the back button. Empty ones are left out. */
export function useUrlQuery(): [Record<string, string>, (changes: Record<string, string | number | undefined>, way?: Way) => void] {
  const [search, setSearch] = useSearchParams();

  function change(changes: Record<string, string | number | undefined>, way?: Way) {
    // Not what is rendered: an earlier change may not be rendered yet, as when a search begins while a drawer closes.
    const now = Object.fromEntries(new URLSearchParams(history.location.search));
    const changed = Object.entries({ ...now, ...changes }).filter(([, value]) => value !== undefined && value !== '');
    setSearch(Object.fromEntries(changed.map(([name, value]) => [name, String(value)])), way);
  }

  return [Object.fromEntries(search), change];
}

/** What a query filters by, as far as it fits the schema: a hand-made URL asks for nothing that does not exist. */
export function filterOf<Filter extends z.ZodObject<Record<string, z.ZodType>>>(
  { shape }: Filter,
  query: Record<string, string>,
): z.output<Filter> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(query[name] || undefined);
      return success && data !== undefined ? [[name, data]] : [];
    }),
  ) as z.output<Filter>;
}
