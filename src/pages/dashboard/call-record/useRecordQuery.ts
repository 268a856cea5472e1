import { DEFAULT_PAGE_SIZE } from '@contract/page';
import { RecordFilter } from '@contract/webhook';
import { filterOf, useUrlQuery } from '@/utils/useUrlQuery';

export const PAGE_SIZES = [10, 20, 50, 100];

/** The filter from the URL, without values that do not exist. */
export function useRecordQuery() {
  const url = useUrlQuery();
  const { query, change } = url;
  const filter = filterOf(RecordFilter, query);
  const current = Math.max(1, Number.parseInt(query.current ?? '', 10) || 1);
  const pageSize = PAGE_SIZES.find((size) => String(size) === query.pageSize) ?? DEFAULT_PAGE_SIZE;

  /** Changes the filter, and returns to the first page. */
  const look = (changes: Partial<Record<keyof RecordFilter, string | undefined>>) => change({ ...changes, current: undefined });
  const turn = (page: number, size: number, way?: { replace?: boolean }) =>
    change({ current: size === pageSize ? page : 1, pageSize: size }, way);
  const clear = () => look(Object.fromEntries(Object.keys(RecordFilter.shape).map((name) => [name, undefined])));
  /** The record whose details are open. */
  const open = (id: string) => change({ record: id });
  const close = () => url.close({ record: undefined });

  return { filter, isFiltered: Object.keys(filter).length > 0, current, pageSize, record: query.record, look, turn, clear, open, close };
}

export type RecordQuery = ReturnType<typeof useRecordQuery>;
