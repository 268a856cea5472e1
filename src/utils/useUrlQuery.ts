import { history, useSearchParams } from '@umijs/max';
import type { z } from 'zod';
import { entryUnder, goBackTo } from './entry-under';
import { isLeavingAsked } from './unsaved';

type Query = Record<string, string>;
type Changes = Record<string, string | number | undefined>;

interface Way {
  /** Replace the history entry (while typing on) instead of adding one, which the back button undoes. */
  replace?: boolean;
}

interface UrlQuery {
  query: Query;
  change: (changes: Changes, way?: Way) => void;
  /**
   * Takes away what shows something over the page, such as a drawer. Leads back to the history entry under it if there is one, so that the
   * next step back does not only repeat the page.
   */
  close: (changes: Changes) => void;
}

/** A page's filters, kept in its URL for reloads, bookmarks and the back button. Empty ones are left out. */
export function useUrlQuery(): UrlQuery {
  const [search, setSearch] = useSearchParams();

  // Not what is rendered: an earlier change may not be rendered yet, as when a search begins while a drawer closes.
  const change = (changes: Changes, way?: Way) => setSearch(changed(history.location.search, changes), way);

  function close(changes: Changes) {
    const under = (from: string) => new URLSearchParams(changed(from, changes)).toString();
    const entry = entryUnder(under(history.location.search), under);
    // On the way back it would be asked about unsaved input.
    if (entry && !isLeavingAsked()) goBackTo(entry);
    else change(changes, { replace: true });
  }

  return { query: Object.fromEntries(search), change, close };
}

function changed(search: string, changes: Changes): Query {
  const entries = Object.entries({ ...Object.fromEntries(new URLSearchParams(search)), ...changes });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])));
}

/** What a query filters by, as far as it fits the schema: a hand-made URL asks for nothing that does not exist. */
export function filterOf<Filter extends z.ZodObject<Record<string, z.ZodType>>>({ shape }: Filter, query: Query): z.output<Filter> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(query[name] || undefined);
      return success && data !== undefined ? [[name, data]] : [];
    }),
  ) as z.output<Filter>;
}
