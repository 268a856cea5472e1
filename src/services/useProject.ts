import type { RequestOptions } from '@umijs/max';
import { useInterval, useMemoizedFn } from 'ahooks';
import { useEffect } from 'react';
import { useRead } from '@/utils/useRead';
import { api, onWritten } from './api';

const WATCH_EVERY_MS = 15_000;

/** The project of an appKey; `project` is null if it does not exist or belongs to somebody else. Without an appKey nothing is read. */
export function useProject(appKey = '') {
  const { data, error, loading, refresh, run } = useRead((options?: RequestOptions) => projectOf(appKey, options), {
    cacheKey: `project ${appKey}`,
    ready: appKey !== '',
    refreshDeps: [appKey],
  });
  return { project: data?.of === appKey ? data.project : undefined, error, loading, refresh, run };
}

/** `useProject`, kept current: the project and its callback may be switched on this page, elsewhere, or by the platform. */
export function useWatchedProject(appKey: string) {
  const { run, ...read } = useProject(appKey);
  // Read without a user's request, so failures are not reported.
  const look = useMemoizedFn(() => run({ skipErrorHandler: true }));
  useInterval(() => document.hidden || look(), WATCH_EVERY_MS);
  useEffect(() => onWritten(({ path }) => path.includes('/:appKey/webhook') && look()), [look]);
  return read;
}

async function projectOf(appKey: string, options?: RequestOptions) {
  const { list } = await api.application.list({ query: { keyword: appKey, pageSize: 10 } }, options);
  return { of: appKey, project: list.find((project) => project.appKey === appKey) ?? null };
}
