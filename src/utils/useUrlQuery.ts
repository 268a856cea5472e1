import { history, useSearchParams } from '@umijs/max';
import type { z } from 'zod';
import { isAnythingUnsaved } from './unsaved';

type Query = Record<string, string>;
type Changes = Record<string, string | number | undefined>;

interface Way {
  /** Replace the history entry (while typing on) instead of adding one, which the back button undoes. */
  replace?: boolean;
  /** The entry added shows something over the page, such as a drawer. Closing it leads back to the entry under it. */
  opens?: boolean;
}

/** State of a history entry that shows something over the page. */
interface Opened {
  /** The query of the page under it. */
  under: string;
  /** Entries added since. */
  entries: number;
}

interface UrlQuery {
  query: Query;
  change: (changes: Changes, way?: Way) => void;
  /** Undoes what `opens`; adds no entry, so that the next step back leaves the page and does not only repeat it. */
  close: (changes: Changes) => void;
}

/** A page's filters, kept in its URL for reloads, bookmarks and the back button. Empty ones are left out. */
export function useUrlQuery(): UrlQuery {
  const [search, setSearch] = useSearchParams();

  function change(changes: Changes, way: Way = {}) {
    setSearch(changed(changes), { replace: way.replace, state: way.replace ? openedNow() : way.opens && opening() });
  }

  function close(changes: Changes) {
    const opened = openedNow();
    // What was looked for meanwhile stays; and unsaved input would be asked about on the way back.
    if (opened?.under === textOf(changed(changes)) && !isAnythingUnsaved()) history.go(-opened.entries);
    else change(changes, { replace: true });
  }

  return { query: Object.fromEntries(search), change, close };
}

// Not what is rendered: an earlier change may not be rendered yet, as when a search begins while a drawer closes.
const queryNow = (): Query => Object.fromEntries(new URLSearchParams(history.location.search));
const openedNow = () => (history.location.state ?? undefined) as Opened | undefined;
const textOf = (query: Query): string => new URLSearchParams(query).toString();

function changed(changes: Changes): Query {
  const kept = Object.entries({ ...queryNow(), ...changes }).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function opening(): Opened {
  const { under, entries } = openedNow() ?? { under: textOf(queryNow()), entries: 0 };
  return { under, entries: entries + 1 };
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
