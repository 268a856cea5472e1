import { useRead } from './useRead';

/**
 * A read whose answer names its question. The last answer stays on the screen until the next one arrives, but not if that failed: rows
 * must not be shown under other filters than their own.
 * @param of identifies the question
 * @param news a change of it repeats the read
 */
export function useAnswer<T extends { of: string }>(read: () => Promise<T>, of: string, news?: number) {
  const { data: last, error, loading, refresh, refreshAsync } = useRead(read, { refreshDeps: [of, news] });

  /** Reads again. @returns the answer; undefined if there is none, which is no failure of what it was needed for */
  // useRead has reported the failure; or another read followed, whose answer counts.
  const refreshed = (): Promise<T | undefined> => refreshAsync().catch(() => undefined);

  const data = error && !loading && last?.of !== of ? undefined : last;
  /** The data shown answers an earlier question. */
  const isOld = data !== undefined && data.of !== of;
  return { data, isOld, last, error, loading, refresh, refreshed };
}
