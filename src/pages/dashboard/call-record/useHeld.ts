import { useThrottleFn } from 'ahooks';
import { useEffect } from 'react';
import { api } from '@/services/api';
import { useProject } from '@/services/useProject';
import { platformNow } from '@/utils/platform-clock';
import { useRead } from '@/utils/useRead';

/** The callback is reread at most this often, however many callbacks there are. */
const NEWS_EVERY_MS = 2000;

/** Why nothing is sent: project or callback off, or the receiver asked for time; else undefined. @param news a change triggers a refresh */
export function useHeld(appKey: string, news: number) {
  const { project } = useProject(appKey);
  // Secondary to the records, so failures are not reported.
  const { data, refresh } = useRead(() => api.webhook.read({ params: { appKey } }, { skipErrorHandler: true }), { onError: () => {} });
  const { run: look } = useThrottleFn(refresh, { wait: NEWS_EVERY_MS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on news only
  useEffect(() => {
    if (news > 0) look();
  }, [news]);

  const isProjectOff = project?.status === 'disabled';
  const isCallbackOff = data?.status === 'disabled';
  const isOff = isProjectOff || isCallbackOff;
  const isPutOff = !isOff && Date.parse(data?.holdUntil ?? '') > platformNow();
  return data && (isOff || isPutOff) ? { isProjectOff, isCallbackOff, isPutOff, webhook: data } : undefined;
}

export type Held = NonNullable<ReturnType<typeof useHeld>>;
