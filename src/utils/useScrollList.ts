import { DEFAULT_PAGE_SIZE, type PageQuery } from '@contract/page';
import { useInfiniteScroll, useMemoizedFn } from 'ahooks';
import { useEffect } from 'react';
import { FOCUS_REFRESH_MS, SCROLL_THRESHOLD_PX } from '../../config/defaults';

interface Answer {
  list: unknown[];
  total: number;
}

/** A list that grows as one scrolls: 10 a page, asked for 100 px before the end (spec §9). `refresh` asks again for what is shown, in place. */
export function useScrollList<T extends Answer>(read: (page: PageQuery) => Promise<T>, filter: unknown[]) {
  const ask = (current: number) => read({ current, pageSize: DEFAULT_PAGE_SIZE });

  const { data, loadMore, loadingMore, mutate } = useInfiniteScroll<T & { pages: number }>(
    async (shown) => {
      const pages = (shown?.pages ?? 0) + 1;
      return { ...(await ask(pages)), pages };
    },
    {
      target: () => document,
      threshold: SCROLL_THRESHOLD_PX,
      isNoMore: (shown) => shown !== undefined && shown.list.length >= shown.total,
      reloadDeps: filter,
    },
  );

  async function refresh() {
    const answers = await Promise.all(Array.from({ length: data?.pages ?? 1 }, (_, page) => ask(page + 1)));
    const [first] = answers;
    if (first) mutate({ ...first, list: answers.flatMap(({ list }) => list), pages: answers.length });
  }

  useRefreshOnFocus(refresh);

  return { data: data as T | undefined, loadMore, loadingMore, refresh };
}

// What useRead does for a single read.
function useRefreshOnFocus(refresh: () => Promise<void>) {
  const latest = useMemoizedFn(refresh);
  useEffect(() => {
    let asked = Date.now();
    const focused = () => {
      if (document.hidden || Date.now() - asked < FOCUS_REFRESH_MS) return;
      asked = Date.now();
      void latest();
    };
    document.addEventListener('visibilitychange', focused);
    window.addEventListener('focus', focused);
    return () => {
      document.removeEventListener('visibilitychange', focused);
      window.removeEventListener('focus', focused);
    };
  }, [latest]);
}
