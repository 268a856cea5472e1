import { ErrorCode } from '@contract/errors';
import { useInterval, useUpdateEffect } from 'ahooks';
import { api } from '@/services/api';
import { useWatchedProject } from '@/services/useProject';
import { RequestFailure } from '@/utils/failure';
import { useRead } from '@/utils/useRead';
import type { StreamState } from './stream/open-stream';

/** The state that the page shows: the stream's, or the reason why it has ended. */
export type Shown = StreamState | 'disabled' | 'project-disabled';

const LOOK_EVERY_MS = 5000;

/**
 * Reads the device, and finds the reason for the end of a stream, which the stream itself does not tell.
 * @param onAllowed called when the device or its project, which was disabled, has been enabled again
 */
export function useEnd(appKey: string, sn: string, told: StreamState, onAllowed: () => void) {
  const isOver = told === 'ended' || told === 'missing';
  const { data, error, refresh } = useRead(() => api.device.read({ params: { appKey, sn } }, { skipErrorHandler: true }), {
    refreshDeps: [appKey, sn, isOver],
    // Failures show as the state of the stream.
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
    // Waits for the first answer about the project, which may be missing; later reads do not change the state meanwhile.
    if (loading && project === undefined) return 'connecting';
    if (isGone || told === 'missing') return 'missing';
    if (project?.status === 'disabled') return 'project-disabled';
    return device?.state === 'disabled' ? 'disabled' : 'ended';
  }
}
