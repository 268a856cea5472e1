import { useInfiniteScroll } from 'ahooks';
import type { RefObject } from 'react';
import { SCROLL_THRESHOLD_PX } from '../../config/defaults';
import { tellSlip } from './failure';

interface CursorPage<T> {
  list: T[];
  nextCursor: number | null;
}

/** An infinite list: reads more 100 px before the end (spec §9). The caller shows `error`. @param scroller the scrolling element */
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
