import type { DeviceDraft } from '@contract/device';
import { ErrorCode } from '@contract/errors';
import type { Obstacle } from '@/locales/import';
import { RequestFailure } from '@/utils/failure';
import type { RemoteSheet } from './remote-sheet';
import type { BatchAnswer, Counts } from './sheet';

interface Sent {
  created: BatchAnswer['created'];
  failed: { sn: string; code: number; message: string }[];
}

export interface Upload {
  sheet: Pick<RemoteSheet, 'nextBatch' | 'settle' | 'putBack'>;
  send: (devices: DeviceDraft[]) => Promise<Sent>;
  /** Which of these devices did this very import create? */
  ownOf: (sns: string[]) => Promise<string[]>;
  /** Asked when a call has to be made again; resolves when it shall be. */
  pause: (devices: DeviceDraft[], why: Obstacle) => Promise<void>;
  /** The first batch was sent before, and not answered. */
  isResent: boolean;
  isStopped: () => boolean;
  onProgress: (counts: Counts) => void;
}

/**
 * Sends the good rows, batch after batch, until all are answered or it is stopped.
 * A batch whose answer was lost is sent again. What it had created is then "taken": those devices are this import's own
 * and count as created, only their secrets are lost.
 * @returns how many rows were sent and never answered. @throws what the platform refuses as a whole
 */
export async function upload({ sheet, send, ownOf, pause, isResent, isStopped, onProgress }: Upload): Promise<number> {
  let mayBeDone = isResent;
  while (!isStopped()) {
    const devices = await sheet.nextBatch();
    if (devices.length === 0) return 0;

    const sent = await untilAnswered(() => send(devices), devices);
    if (!sent) return mayBeDone ? devices.length : 0;
    const { created, failed } = sent;
    const taken = failed.filter(({ code }) => code === ErrorCode.snTaken).map(({ sn }) => sn);
    const lost = mayBeDone && taken.length > 0 ? await untilAnswered(() => ownOf(taken), devices) : undefined;
    onProgress(await sheet.settle({ created, failed, lost }));
    mayBeDone = false;
  }
  return 0;

  /** @returns undefined when it was stopped before */
  async function untilAnswered<T>(ask: () => Promise<T>, devices: DeviceDraft[]): Promise<T | undefined> {
    for (;;) {
      let obstacle: Obstacle | undefined;
      try {
        return await ask();
      } catch (error) {
        obstacle = obstacleOf(error);
        if (!obstacle) {
          await putBack();
          throw error;
        }
      }
      mayBeDone ||= obstacle === 'unanswered';
      await pause(devices, obstacle);
      if (!isStopped()) continue;
      await putBack();
      return undefined;
    }
  }

  // What was refused, or never sent, is not what nobody knows of.
  async function putBack() {
    if (!mayBeDone) await sheet.putBack();
  }
}

/** No answer, or one of a proxy or of a platform that broke down on the way: what was asked may have been done all the same. */
function obstacleOf(error: unknown): Obstacle | undefined {
  if (!(error instanceof RequestFailure)) return undefined;
  if (error.code === ErrorCode.notSignedIn) return 'signedOut';
  return error.kind !== 'business' || (error.code ?? 0) >= 50_000 ? 'unanswered' : undefined;
}
