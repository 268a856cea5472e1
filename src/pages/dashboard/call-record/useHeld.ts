import { useThrottleFn } from 'ahooks';
import { useEffect } from 'react';
import { api } from '@/services/api';
import { useProject } from '@/services/useProject';
import { platformNow } from '@/utils/platform-clock';
import { useRead } from '@/utils/useRead';

/** Many callbacks a second are one look at what they changed. */
const NEWS_EVERY_MS = 2000;

/** Whether nothing is sent: the project or its callback is off, or the receiver asked for time; undefined while it is, or that is not known. @param news when it changes, there is something new to see */
export function useHeld(appKey: string, news: number) {
  const { project } = useProject(appKey);
  // Beside the records nobody needs to hear that it could not be read.
  const { data, refresh } = useRead(() => api.webhook.read({ params: { appKey } }, { skipErrorHandler: true }), { onError: () => {} });
  const { run: look } = useThrottleFn(refresh, { wait: NEWS_EVERY_MS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there is something new
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
