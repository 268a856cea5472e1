import { useRead } from '@/utils/useRead';
import { api } from './api';

/** The project of an appKey; `project` is null when there is none, or it is somebody else's. Outside of a project nothing is asked. */
export function useProject(appKey = '') {
  const { data, loading, refresh } = useRead(() => projectOf(appKey), {
    cacheKey: `project ${appKey}`,
    ready: appKey !== '',
    refreshDeps: [appKey],
  });
  return { project: data?.of === appKey ? data.project : undefined, loading, refresh };
}

async function projectOf(appKey: string) {
  const { list } = await api.application.list({ query: { keyword: appKey, pageSize: 10 } });
  return { of: appKey, project: list.find((project) => project.appKey === appKey) ?? null };
}
