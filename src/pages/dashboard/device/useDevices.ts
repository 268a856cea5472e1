import { DeviceFilter, type DeviceSort, DeviceState } from '@contract/device';
import { DEFAULT_PAGE_SIZE } from '@contract/page';
import { useEffect } from 'react';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';
import { useUrlQuery } from '@/utils/useUrlQuery';

export const PAGE_SIZES = [10, 20, 50, 100];

export type DeviceList = Awaited<ReturnType<typeof api.device.list>>;

/** What is looked for, as the URL says; a hand-made URL asks for nothing that does not exist. */
export function useDeviceQuery() {
  const [query, change] = useUrlQuery();
  const state = DeviceState.safeParse(query.state).data;
  const filter: DeviceFilter = DeviceFilter.catch({}).parse({ keyword: query.keyword, tag: query.tag, state });
  const current = Math.max(1, Number.parseInt(query.current ?? '', 10) || 1);
  const pageSize = PAGE_SIZES.find((size) => String(size) === query.pageSize) ?? DEFAULT_PAGE_SIZE;
  const sort = (query.sort || '-createdAt') as DeviceSort;

  /** Another filter or order starts from the first page. */
  const look = (changes: Record<string, string | undefined>, way?: { replace?: boolean }) =>
    change({ ...changes, current: undefined }, way);
  const turn = (page: number, size: number) => change({ current: size === pageSize ? page : 1, pageSize: size });
  const clear = () => look({ keyword: undefined, tag: undefined, state: undefined });
  /** The device whose details are open. */
  const open = (sn?: string) => change({ device: sn });

  return { filter, sort, current, pageSize, device: query.device, look, turn, clear, open };
}

export type DeviceQuery = ReturnType<typeof useDeviceQuery>;

/** The page of devices that the URL asks for; the last answer stays on the screen until the next is there. */
export function useDevices(appKey: string, { filter, sort, current, pageSize, turn }: DeviceQuery) {
  const asked = { ...filter, sort, current, pageSize };
  const { data, loading, refreshAsync } = useRead(() => api.device.list({ params: { appKey }, query: asked }), {
    refreshDeps: [appKey, JSON.stringify(asked)],
  });

  // The last row of the last page has been deleted.
  const isPastTheEnd = data?.list.length === 0 && data.total > 0 && !loading;
  useEffect(() => {
    if (isPastTheEnd && current > 1) turn(Math.ceil(data.total / pageSize), pageSize);
  });

  const refresh = async () => void (await refreshAsync());
  return { data, loading, refresh };
}
