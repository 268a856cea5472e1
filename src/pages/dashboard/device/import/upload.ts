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
  /** Number of rows sent without an answer. */
  unanswered: number;
  /** Why the platform refused the whole import; '': it did not. */
  refusal: string;
}

export interface Upload {
  sheet: Pick<RemoteSheet, 'nextBatch' | 'settle' | 'own' | 'putBack'>;
  send: (devices: DeviceDraft[]) => Promise<Sent>;
  /** Which of these devices were created by this import? */
  ownOf: (sns: string[]) => Promise<string[]>;
  /** Called before a call is repeated; resolves when it is time. */
  pause: (devices: DeviceDraft[], why: Obstacle) => Promise<void>;
  /** The first batch was sent before, without an answer. */
  isResent: boolean;
  isStopped: () => boolean;
  onProgress: (counts: Counts) => void;
}

/**
 * Sends the valid rows in batches until all are answered, the user stops, or the platform refuses the import as a whole.
 * A batch whose answer was lost is sent again. Devices that its first try created are then "taken": they belong to this import, and count
 * as created with lost secrets.
 * @returns how many rows were sent without an answer, and why the import was refused
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

  /** @returns undefined if stopped before */
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

  // Only rows that may have been created count as unanswered; refused or unsent rows are returned to the sheet.
  async function left({ length }: DeviceDraft[], refusal = ''): Promise<Left> {
    if (mayBeDone) return { unanswered: length, refusal };
    await sheet.putBack();
    return { unanswered: 0, refusal };
  }
}

/** Why a call may be repeated: no answer, or one from a proxy or after an internal error. It may have succeeded all the same. */
function obstacleOf(error: unknown): Obstacle | undefined {
  if (!(error instanceof RequestFailure)) return undefined;
  if (error.code === ErrorCode.notSignedIn) return 'signedOut';
  return error.isUnanswered || error.isFault ? 'unanswered' : undefined;
}
