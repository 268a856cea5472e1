import { ErrorCode } from '@contract/errors';
import { useInterval, useUpdateEffect } from 'ahooks';
import { api } from '@/services/api';
import { useWatchedProject } from '@/services/useProject';
import { RequestFailure } from '@/utils/failure';
import { useRead } from '@/utils/useRead';
import type { StreamState } from './stream/open-stream';

/** What the page shows: how the stream is, and of one that has ended, why. */
export type Shown = StreamState | 'disabled' | 'project-disabled';

const LOOK_EVERY_MS = 5000;

/**
 * The device, and why nothing of it can be seen any more: the stream says only that it is over.
 * @param onAllowed the device, or its project, was disabled, and is not any more
 */
export function useEnd(appKey: string, sn: string, told: StreamState, onAllowed: () => void) {
  const isOver = told === 'ended' || told === 'missing';
  const { data, error, refresh } = useRead(() => api.device.read({ params: { appKey, sn } }, { skipErrorHandler: true }), {
    refreshDeps: [appKey, sn, isOver],
    // The stream says what is the matter.
    onError: () => {},
  });
  const { project, loading } = useWatchedProject(isOver ? appKey : '');
  const isGone = error instanceof RequestFailure && error.code === ErrorCode.notFound;
  const device = isGone ? undefined : data;
  const state = stateOf();
  const isBarred = state === 'disabled' || state === 'project-disabled';
  useInterval(() => document.hidden || refresh(), isBarred ? LOOK_EVERY_MS : undefined);
  useUpdateEffect(() => {
    if (!isBarred && state === 'ended') onAllowed();
  }, [isBarred]);
  return { device, isProjectMissing: isOver && project === null, state };

  function stateOf(): Shown {
    if (!isOver) return told;
    // There may be no such project either; once that is known, what is shown stays.
    if (loading && project === undefined) return 'connecting';
    if (isGone || told === 'missing') return 'missing';
    if (project?.status === 'disabled') return 'project-disabled';
    return device?.state === 'disabled' ? 'disabled' : 'ended';
  }
}
