import { useRequest } from 'ahooks';
import { FETCH_CACHE_MS, FOCUS_REFRESH_MS } from '../../config/defaults';
import { tellSlip } from './failure';

type Options<T, P extends unknown[]> = NonNullable<Parameters<typeof useRequest<T, P>>[1]>;

/** Reads for a component: cached for 5 minutes under `cacheKey`, repeated on focus, at most every 5 s (spec §9). */
export function useRead<T, P extends unknown[] = []>(read: (...input: P) => Promise<T>, options?: Options<T, P>) {
  return useRequest<T, P>(read, {
    cacheTime: FETCH_CACHE_MS,
    refreshOnWindowFocus: true,
    focusTimespan: FOCUS_REFRESH_MS,
    onError: tellSlip,
    ...options,
  });
}
