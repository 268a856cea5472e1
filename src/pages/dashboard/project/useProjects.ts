import type { Application, ApplicationStatus } from '@contract/application';
import { api } from '@/services/api';
import { useScrollList } from '@/utils/useScrollList';

export type Totals = Awaited<ReturnType<typeof api.application.list>>['totals'];

export interface Projects {
  /** Undefined while the first page is loading. */
  list?: Application[];
  total: number;
  /** The list is of an earlier filter. */
  isOld: boolean;
  /** Since when the platform has not answered; the list is from then. */
  lostSince?: number;
  /** Totals of all projects, regardless of the filter. */
  totals?: Totals;
  loadingMore: boolean;
  loadMore: () => void;
  refresh: () => Promise<void>;
  /** Why the first page could not be read. */
  error?: Error;
  /** Reads again from the first page. */
  reload: () => void;
}

export function useProjects({ keyword, status }: { keyword: string; status?: ApplicationStatus }): Projects {
  const { data, ...rest } = useScrollList(
    (page, options) => api.application.list({ query: { ...page, keyword, status } }, options),
    [keyword, status],
  );
  return { list: data?.list, total: data?.total ?? 0, totals: data?.totals, ...rest };
}
