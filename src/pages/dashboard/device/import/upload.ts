import type { DeviceDraft } from '@contract/device';
import { ErrorCode } from '@contract/errors';
import { RequestFailure } from '@/utils/failure';
import type { RemoteSheet } from './remote-sheet';
import type { BatchAnswer, Counts } from './sheet';

interface Sent {
  created: BatchAnswer['created'];
  failed: { sn: string; code: number; message: string }[];
}

export interface Upload {
  sheet: Pick<RemoteSheet, 'nextBatch' | 'settle'>;
  send: (devices: DeviceDraft[]) => Promise<Sent>;
  /** Which of these devices did this very import create? */
  ownOf: (sns: string[]) => Promise<string[]>;
  /** Asked when a call got no answer; resolves when it shall be tried again. */
  pause: (devices: DeviceDraft[]) => Promise<void>;
  isStopped: () => boolean;
  onProgress: (counts: Counts) => void;
}

/**
 * Sends the good rows, batch after batch, until all are answered or it is stopped.
 * A batch whose answer was lost is sent again. What it had created is then "taken": those devices are this import's own
 * and count as created, only their secrets are lost.
 * @returns how many rows were sent and never answered. @throws what the platform refuses as a whole
 */
export async function upload({ sheet, send, ownOf, pause, isStopped, onProgress }: Upload): Promise<number> {
  while (!isStopped()) {
    const devices = await sheet.nextBatch();
    if (devices.length === 0) return 0;

    const sent = await untilAnswered(() => send(devices), devices);
    if (!sent) return devices.length;
    const { created, failed } = sent.answer;
    const taken = failed.filter(({ code }) => code === ErrorCode.snTaken).map(({ sn }) => sn);
    const own = sent.tries > 1 && taken.length > 0 ? await untilAnswered(() => ownOf(taken), devices) : undefined;
    onProgress(await sheet.settle({ created, failed, lost: own?.answer }));
  }
  return 0;

  async function untilAnswered<T>(ask: () => Promise<T>, devices: DeviceDraft[]) {
    for (let tries = 1; ; tries += 1) {
      try {
        return { answer: await ask(), tries };
      } catch (error) {
        if (!isUnanswered(error)) throw error;
      }
      await pause(devices);
      if (isStopped()) return undefined;
    }
  }
}

/** No answer, or one of a proxy or of a platform that broke down on the way: what was asked may have been done all the same. */
const isUnanswered = (error: unknown) => error instanceof RequestFailure && (error.kind !== 'business' || (error.code ?? 0) >= 50_000);
