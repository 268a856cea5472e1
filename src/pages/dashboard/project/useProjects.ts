import type { Application, ApplicationStatus } from '@contract/application';
import { api } from '@/services/api';
import { useScrollList } from '@/utils/useScrollList';

export type Totals = Awaited<ReturnType<typeof api.application.list>>['totals'];

export interface Projects {
  /** Undefined while the first ones are on their way. */
  list?: Application[];
  total: number;
  /** They answer what was asked before. */
  isOld: boolean;
  /** Since when the platform has not answered; they are as they were then. */
  lostSince?: number;
  /** Over all projects, whatever the filter. */
  totals?: Totals;
  loadingMore: boolean;
  loadMore: () => void;
  refresh: () => Promise<void>;
  /** Why the first ones could not be read. */
  error?: Error;
  /** Reads from the first one on. */
  reload: () => void;
}

/** The projects that match. */
export function useProjects({ keyword, status }: { keyword: string; status?: ApplicationStatus }): Projects {
  const { data, ...rest } = useScrollList(
    (page, options) => api.application.list({ query: { ...page, keyword, status } }, options),
    [keyword, status],
  );
  return { list: data?.list, total: data?.total ?? 0, totals: data?.totals, ...rest };
}
