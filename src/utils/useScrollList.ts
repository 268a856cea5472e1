import { DEFAULT_PAGE_SIZE, type PageQuery } from '@contract/page';
import type { RequestOptions } from '@umijs/max';
import { useInfiniteScroll, useInterval } from 'ahooks';
import { useRef, useState } from 'react';
import { SCROLL_THRESHOLD_PX } from '../../config/defaults';
import { RequestFailure, tellSlip } from './failure';
import { useRefreshOnFocus } from './useRefreshOnFocus';

/** What is looked at stays true to within this time … */
const WATCH_EVERY_MS = 15_000;
/** … is true again so soon after the platform was away … */
const TRY_EVERY_MS = 3000;
/** … unless so much of the list is open that asking for it again is not cheap. */
const WATCHED_PAGES = 3;

interface Answer {
  list: unknown[];
  total: number;
}

/** A list that grows as one scrolls: 10 a page, asked for 100 px before the end (spec §9). `refresh` asks again for what is shown, in place; `lostSince`: the platform did not answer. */
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
  // Rows that do not fit what is asked are no answer to it, once it is known that none comes.
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
    // Something else was asked meanwhile.
    if (asked.current !== of) return;
    if (first) mutate({ ...first, list: answers.flatMap(({ list }) => list), pages: answers.length, of });
  }

  useRefreshOnFocus(() => refresh().catch(tellSlip));
  async function watch() {
    const isLost = lostSince !== undefined;
    const isCheap = data !== undefined && data.pages <= WATCHED_PAGES;
    // On a line that swallows all one question at a time: a browser has few connections.
    if (!(isLost || isCheap) || document.hidden || isWatching.current) return;
    isWatching.current = true;
    // Nobody asked for it, so it fails without a toast.
    const quietly = { skipErrorHandler: true, timeout: WATCH_EVERY_MS };
    try {
      // Of much that is open one page tells whether the platform is there again.
      if (isLost) await ask(1, quietly).catch(failed);
      await refresh(quietly);
    } catch (failure) {
      tellSlip(failure);
    } finally {
      isWatching.current = false;
    }
  }
  useInterval(watch, lostSince === undefined ? WATCH_EVERY_MS : TRY_EVERY_MS);

  /** What is shown answers what was asked before. */
  const isOld = data !== undefined && data.of !== of;

  return { data: data as T | undefined, isOld, lostSince, error, loadMore, loadingMore, refresh: () => refresh(), reload };
}
