import { useInfiniteScroll } from 'ahooks';
import type { RefObject } from 'react';
import { SCROLL_THRESHOLD_PX } from '../../config/defaults';
import { tellSlip } from './failure';

interface CursorPage<T> {
  list: T[];
  nextCursor: number | null;
}

/** A list that grows at its end as one scrolls, asked for 100 px before (spec §9). Who shows it also shows `error`. @param scroller what is scrolled */
export function useCursorList<T>(
  read: (cursor?: number) => Promise<CursorPage<T>>,
  { scroller, filter }: { scroller: RefObject<HTMLElement | null>; filter: unknown[] },
) {
  const { data, loadingMore, noMore, error, reload } = useInfiniteScroll<CursorPage<T>>((shown) => read(shown?.nextCursor ?? undefined), {
    target: scroller,
    threshold: SCROLL_THRESHOLD_PX,
    isNoMore: (shown) => shown?.nextCursor === null,
    reloadDeps: filter,
    onError: tellSlip,
  });
  return { list: data?.list, isLoadingMore: loadingMore, isAll: noMore, error, reload };
}
