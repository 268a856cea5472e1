import type { RequestOptions } from '@umijs/max';
import { useInterval, useMemoizedFn } from 'ahooks';
import { useEffect } from 'react';
import { useRead } from '@/utils/useRead';
import { api, onWritten } from './api';

const WATCH_EVERY_MS = 15_000;

/** The project of an appKey; `project` is null when there is none, or it is somebody else's. Outside of a project nothing is asked. */
export function useProject(appKey = '') {
  const { data, error, loading, refresh, run } = useRead((options?: RequestOptions) => projectOf(appKey, options), {
    cacheKey: `project ${appKey}`,
    ready: appKey !== '',
    refreshDeps: [appKey],
  });
  return { project: data?.of === appKey ? data.project : undefined, error, loading, refresh, run };
}

/** The same, and whether it and its callback are on stays true as one looks: they are switched on this page, elsewhere, and by the platform. */
export function useWatchedProject(appKey: string) {
  const { run, ...read } = useProject(appKey);
  // Nobody asked for it, so nobody is told that it failed.
  const look = useMemoizedFn(() => run({ skipErrorHandler: true }));
  useInterval(() => document.hidden || look(), WATCH_EVERY_MS);
  useEffect(() => onWritten(({ path }) => path.includes('/:appKey/webhook') && look()), [look]);
  return read;
}

async function projectOf(appKey: string, options?: RequestOptions) {
  const { list } = await api.application.list({ query: { keyword: appKey, pageSize: 10 } }, options);
  return { of: appKey, project: list.find((project) => project.appKey === appKey) ?? null };
}
