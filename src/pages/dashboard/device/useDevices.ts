import { DeviceFilter, DeviceSort } from '@contract/device';
import { DEFAULT_PAGE_SIZE } from '@contract/page';
import { useRef } from 'react';
import { api } from '@/services/api';
import { NOTHING_OPEN } from '@/utils/device-list';
import { useAnswer } from '@/utils/useAnswer';
import { useLastPage } from '@/utils/useLastPage';
import { filterOf, useUrlQuery } from '@/utils/useUrlQuery';

export const PAGE_SIZES = [10, 20, 50, 100];

export type DeviceList = Awaited<ReturnType<typeof api.device.list>> & {
  /** When it was asked for, milliseconds since the epoch: what is heard later may be newer. */
  askedAt: number;
  /** What was asked. */
  of: string;
};

/** What is looked for, as the URL says; a hand-made URL asks for nothing that does not exist. */
export function useDeviceQuery() {
  const url = useUrlQuery();
  const { query, change } = url;
  const filter = filterOf(DeviceFilter, query);
  const current = Math.max(1, Number.parseInt(query.current ?? '', 10) || 1);
  const pageSize = PAGE_SIZES.find((size) => String(size) === query.pageSize) ?? DEFAULT_PAGE_SIZE;
  const sort = DeviceSort.catch('-createdAt').parse(query.sort);

  /** Another filter or order starts from the first page. */
  const look = (changes: Record<string, string | undefined>, way?: { replace?: boolean }) =>
    change({ ...changes, current: undefined }, way);
  const turn = (page: number, size: number, way?: { replace?: boolean }) =>
    change({ current: size === pageSize ? page : 1, pageSize: size }, way);
  const clear = () => look({ keyword: undefined, tag: undefined, state: undefined });
  /** The device whose details are open. */
  const open = (sn: string) => change({ ...NOTHING_OPEN, device: sn });
  /** The upgrades that are shown: one by its id, or `all`. They take the place of a device's details. */
  const openUpgrade = (which: string | number) =>
    // One that was begun from the list of versions takes the place of that beginning.
    change({ ...NOTHING_OPEN, upgrade: which }, { replace: query.upgradeTo !== undefined });
  const close = () => url.close(NOTHING_OPEN);
  /** Forgets the version with which the list of versions led here. */
  const forgetUpgradeTo = () => change({ upgradeTo: undefined }, { replace: true });

  const { device, upgrade, upgradeTo } = query;
  const opened = { device, upgrade, upgradeTo, open, openUpgrade, close, forgetUpgradeTo };
  return { filter, sort, current, pageSize, look, turn, clear, ...opened };
}

export type DeviceQuery = ReturnType<typeof useDeviceQuery>;

/** The page of devices that the URL asks for; the last answer stays on the screen until the next is there. */
export function useDevices(appKey: string, query: DeviceQuery) {
  const { filter, sort, current, pageSize } = query;
  const asked = { ...filter, sort, current, pageSize };
  const of = JSON.stringify([appKey, asked]);
  const { data, isOld, last, error, loading, refreshed: refresh } = useAnswer(() => read(), of);
  useLastPage(loading ? undefined : data, query);

  const isWished = useRef(false);

  // What is looked at is asked for again without being told to: nobody needs to hear that it failed.
  async function read(quietly = { skipErrorHandler: last?.of === of && !isWished.current }): Promise<DeviceList> {
    const askedAt = Date.now();
    return { ...(await api.device.list({ params: { appKey }, query: asked }, quietly)), askedAt, of };
  }

  /** The same page as it is now, for the one who wants to compare. */
  const peek = () => read({ skipErrorHandler: true });

  /** Asks again for the one who wishes it, and hears when it cannot be read. */
  async function renew() {
    isWished.current = true;
    await refresh();
    isWished.current = false;
  }
  return { data, isOld, error, refresh, renew, peek };
}
