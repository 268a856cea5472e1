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

/** How an upload ended. */
interface Left {
  /** Rows that were sent and never answered. */
  unanswered: number;
  /** Why the platform refused the import as a whole; '': it did not. */
  refusal: string;
}

export interface Upload {
  sheet: Pick<RemoteSheet, 'nextBatch' | 'settle' | 'own' | 'putBack'>;
  send: (devices: DeviceDraft[]) => Promise<Sent>;
  /** Which of these devices did this very import create? */
  ownOf: (sns: string[]) => Promise<string[]>;
  /** Called before a call is repeated; resolves when it should be. */
  pause: (devices: DeviceDraft[], why: Obstacle) => Promise<void>;
  /** The first batch has been sent before, without an answer. */
  isResent: boolean;
  isStopped: () => boolean;
  onProgress: (counts: Counts) => void;
}

/**
 * Sends the good rows, batch after batch, until all are answered, it is stopped, or the platform refuses it as a whole.
 * A batch whose answer was lost is sent again. What it had created is then "taken": those devices are this import's own
 * and count as created, only their secrets are lost.
 * @returns how many rows were sent and never answered, and why it was refused
 */
export async function upload({ sheet, send, ownOf, pause, isResent, isStopped, onProgress }: Upload): Promise<Left> {
  let mayBeDone = isResent;
  while (!isStopped()) {
    const devices = await sheet.nextBatch();
    if (devices.length === 0) break;
    try {
      const sent = await untilAnswered(
        () => send(devices),
        devices,
        () => {
          mayBeDone = true;
        },
      );
      if (!sent) return left(devices);
      onProgress(await sheet.settle(sent));
      const taken = mayBeDone ? sent.failed.filter(({ code }) => code === ErrorCode.snTaken).map(({ sn }) => sn) : [];
      mayBeDone = false;
      const own = taken.length > 0 ? await untilAnswered(() => ownOf(taken), devices) : undefined;
      if (own) onProgress(await sheet.own(own));
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      return left(devices, error.message);
    }
  }
  return { unanswered: 0, refusal: '' };

  /** @returns undefined when it was stopped before */
  async function untilAnswered<T>(ask: () => Promise<T>, devices: DeviceDraft[], onLost = () => {}): Promise<T | undefined> {
    do {
      try {
        return await ask();
      } catch (error) {
        const why = obstacleOf(error);
        if (!why) throw error;
        if (why === 'unanswered') onLost();
        await pause(devices, why);
      }
    } while (!isStopped());
    return undefined;
  }

  // Only rows that may have been created count as unanswered; rows that were refused or never sent are put back.
  async function left({ length }: DeviceDraft[], refusal = ''): Promise<Left> {
    if (mayBeDone) return { unanswered: length, refusal };
    await sheet.putBack();
    return { unanswered: 0, refusal };
  }
}

/** No answer, or one from a proxy or a broken platform: the call may have succeeded all the same. */
function obstacleOf(error: unknown): Obstacle | undefined {
  if (!(error instanceof RequestFailure)) return undefined;
  if (error.code === ErrorCode.notSignedIn) return 'signedOut';
  return error.isUnanswered || error.isFault ? 'unanswered' : undefined;
}
