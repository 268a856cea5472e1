import { useRead } from './useRead';

/**
 * A read whose answer says what it is the answer to. The last one stays on the screen until the next is there; once it is known
 * that none comes, it goes: rows that do not fit what is asked are no answer to it.
 * @param of what is asked
 * @param news whenever it is another, the same is asked again
 */
export function useAnswer<T extends { of: string }>(read: () => Promise<T>, of: string, news?: number) {
  const { data: last, error, loading, refresh, refreshAsync } = useRead(read, { refreshDeps: [of, news] });

  /** Asks again. @returns the answer, or nothing when it is known that none comes: what it was asked for is done all the same */
  // useRead has told it; or it is asked for again meanwhile, and the later answer counts.
  const refreshed = (): Promise<T | undefined> => refreshAsync().catch(() => undefined);

  const data = error && !loading && last?.of !== of ? undefined : last;
  /** What is shown answers what was asked before. */
  const isOld = data !== undefined && data.of !== of;
  return { data, isOld, last, error, loading, refresh, refreshed };
}
