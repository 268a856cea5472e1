import { useRead } from '@/utils/useRead';
import { api } from './api';

/** The project of an appKey; `project` is null when there is none, or it is somebody else's. */
export function useProject(appKey: string) {
  const { data, loading, refresh } = useRead(() => projectOf(appKey), { cacheKey: `project ${appKey}`, refreshDeps: [appKey] });
  return { project: data?.appKey === appKey || data === null ? data : undefined, loading, refresh };
}

async function projectOf(appKey: string) {
  const { list } = await api.application.list({ query: { keyword: appKey, pageSize: 10 } });
  return list.find((project) => project.appKey === appKey) ?? null;
}
