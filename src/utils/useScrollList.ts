import { DEFAULT_PAGE_SIZE, type PageQuery } from '@contract/page';
import type { RequestOptions } from '@umijs/max';
import { useInfiniteScroll, useInterval } from 'ahooks';
import { useRef, useState } from 'react';
import { SCROLL_THRESHOLD_PX } from '../../config/defaults';
import { RequestFailure, tellSlip } from './failure';
import { useRefreshOnFocus } from './useRefreshOnFocus';

/** How often a shown list is refreshed … */
const WATCH_EVERY_MS = 15_000;
/** … and how often after the platform was lost … */
const TRY_EVERY_MS = 3000;
/** … if at most this many pages are loaded; more would be expensive. */
const WATCHED_PAGES = 3;

interface Answer {
  list: unknown[];
  total: number;
}

/** An infinite list: 10 rows per page, read 100 px before the end (spec §9). `refresh` rereads all loaded rows in place. */
export function useScrollList<T extends Answer>(read: (page: PageQuery, options?: RequestOptions) => Promise<T>, filter: unknown[]) {
  const ask = (current: number, options?: RequestOptions) => read({ current, pageSize: DEFAULT_PAGE_SIZE }, options);

  const [lostSince, setLostSince] = useState<number>();
  const isWatching = useRef(false);
  const of = JSON.stringify(filter);
  const asked = useRef(of);
  asked.current = of;
  const {
    data: last,
    error,
    loading,
    loadMore,
    loadingMore,
    mutate,
    reload,
  } = useInfiniteScroll<T & { pages: number; of: string }>(
    async (shown) => {
      const pages = (shown?.pages ?? 0) + 1;
      return { ...(await ask(pages)), pages, of };
    },
    {
      target: () => document,
      threshold: SCROLL_THRESHOLD_PX,
      isNoMore: (shown) => shown !== undefined && shown.list.length >= shown.total,
      reloadDeps: filter,
      onSuccess: () => setLostSince(undefined),
      onError: tellSlip,
    },
  );
  // Rows of another filter are not shown once the read for this one has failed.
  const data = error && !loading && last?.of !== of ? undefined : last;

  function failed(failure: unknown): never {
    const isAway = failure instanceof RequestFailure && failure.isUnanswered;
    setLostSince((since) => (isAway ? (since ?? Date.now()) : undefined));
    throw failure;
  }

  async function refresh(options?: RequestOptions) {
    const asking = Promise.all(Array.from({ length: data?.pages ?? 1 }, (_, page) => ask(page + 1, options)));
    const answers = await asking.catch(failed);
    setLostSince(undefined);
    const [first] = answers;
    // The filter has changed meanwhile.
    if (asked.current !== of) return;
    if (first) mutate({ ...first, list: answers.flatMap(({ list }) => list), pages: answers.length, of });
  }

  useRefreshOnFocus(() => refresh().catch(tellSlip));
  async function watch() {
    const isLost = lostSince !== undefined;
    const isCheap = data !== undefined && data.pages <= WATCHED_PAGES;
    // One request at a time, in case none is answered: browsers have few connections.
    if (!(isLost || isCheap) || document.hidden || isWatching.current) return;
    isWatching.current = true;
    // Not requested by the user, so failures show no toast.
    const quietly = { skipErrorHandler: true, timeout: WATCH_EVERY_MS };
    try {
      // With many pages loaded, one is enough to find out if the platform is back.
      if (isLost) await ask(1, quietly).catch(failed);
      await refresh(quietly);
    } catch (failure) {
      tellSlip(failure);
    } finally {
      isWatching.current = false;
    }
  }
  useInterval(watch, lostSince === undefined ? WATCH_EVERY_MS : TRY_EVERY_MS);

  /** The data shown answers an earlier question. */
  const isOld = data !== undefined && data.of !== of;

  return { data: data as T | undefined, isOld, lostSince, error, loadMore, loadingMore, refresh: () => refresh(), reload };
}
