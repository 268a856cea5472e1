import { useEffect, useRef, useState } from 'react';
import { language } from '@/locales/language';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import type { FileProblem } from './csv';
import { openRemoteSheet, type RemoteSheet } from './remote-sheet';
import type { Counts, Opened } from './sheet';
import { upload } from './upload';

const RETRY_MS = 10_000;
const AT_ONCE = 10;
const silently = { skipErrorHandler: true };

type About = Extract<Opened, { problem?: undefined }>['about'];

/** Where an import stands. */
export type Stage =
  | { at: 'choose'; problem?: FileProblem; file?: string }
  | { at: 'reading'; file: string }
  | { at: 'check'; file: string; about: About; counts: Counts }
  | { at: 'import'; counts: Counts; rowsPerSecond: number; pausedWith: number; stopping: boolean }
  | { at: 'done'; counts: Counts; stopped: boolean; refusal: string; unanswered: number; tookMs: number };

export type Import = ReturnType<typeof useImport>;

/** One import, from choosing the file to the files it leaves behind. */
export function useImport(appKey: string) {
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  const sheet = useSheet();
  const control = useRef({ stopped: false, goOn: () => {} }).current;

  async function open(file: File) {
    setStage({ at: 'reading', file: file.name });
    const opened = await sheet().open(file, language());
    if (opened.problem) setStage({ at: 'choose', problem: opened.problem, file: file.name });
    else setStage({ at: 'check', file: file.name, about: opened.about, counts: opened.counts });
  }

  async function start(counts: Counts) {
    const began = performance.now();
    let pausedMs = 0;
    const now = (change: Partial<Extract<Stage, { at: 'import' }>>) =>
      setStage((before) => (before.at === 'import' ? { ...before, ...change } : before));
    control.stopped = false;
    setStage({ at: 'import', counts, rowsPerSecond: 0, pausedWith: 0, stopping: false });

    let unanswered = 0;
    let refusal = '';
    try {
      const since = await newestDevice(appKey);
      unanswered = await upload({
        sheet: sheet(),
        send: (devices) => api.device.createMany({ params: { appKey }, body: { devices } }, silently),
        ownOf: (sns) => createdSince(appKey, sns, since),
        isStopped: () => control.stopped,
        pause: async (devices) => {
          const from = performance.now();
          now({ pausedWith: devices.length });
          await new Promise<void>((resolve) => {
            control.goOn = resolve;
            setTimeout(resolve, RETRY_MS);
          });
          pausedMs += performance.now() - from;
        },
        onProgress: (progress) => {
          const seconds = (performance.now() - began - pausedMs) / 1000;
          now({ counts: progress, pausedWith: 0, rowsPerSecond: Math.round((counts.good - progress.good) / seconds) });
        },
      });
    } catch (failure) {
      // The platform refuses the whole import. It is told with the result, because what was created before has secrets to be saved.
      if (!(failure instanceof RequestFailure)) throw failure;
      refusal = failure.message;
    }
    const final = await sheet().counts();
    setStage({ at: 'done', counts: final, stopped: control.stopped, refusal, unanswered, tookMs: performance.now() - began });
  }

  function stop() {
    control.stopped = true;
    control.goOn();
    setStage((before) => (before.at === 'import' ? { ...before, stopping: true, pausedWith: 0 } : before));
  }

  /** New secrets for the devices whose first one got lost with the connection. */
  async function reissue() {
    const sns = await sheet().withoutSecret();
    await inGroups(sns, async (sn) => {
      const { secret } = await api.device.resetSecret({ params: { appKey, sn } });
      const counts = await sheet().addSecrets([{ sn, secret }]);
      setStage((before) => (before.at === 'done' ? { ...before, counts } : before));
    });
  }

  useEffect(() => {
    const online = () => control.goOn();
    window.addEventListener('online', online);
    return () => {
      control.stopped = true;
      control.goOn();
      window.removeEventListener('online', online);
    };
  }, [control]);

  return { stage, sheet, open, start, stop, goOn: () => control.goOn(), reissue, again: () => setStage({ at: 'choose' }) };
}

// The worker starts with the first file and ends with the page.
function useSheet() {
  const sheet = useRef<RemoteSheet>(undefined);
  useEffect(() => () => sheet.current?.close(), []);
  return () => {
    sheet.current ??= openRemoteSheet();
    return sheet.current;
  };
}

async function newestDevice(appKey: string) {
  const { list } = await api.device.list({ params: { appKey }, query: { pageSize: 1, sort: '-createdAt' } }, silently);
  return list[0]?.createdAt ?? '';
}

async function createdSince(appKey: string, sns: string[], since: string) {
  const own: string[] = [];
  await inGroups(sns, async (sn) => {
    const { createdAt, state } = await api.device.read({ params: { appKey, sn } }, silently);
    if (createdAt > since && state === 'inactive') own.push(sn);
  });
  return own;
}

async function inGroups<T>(all: T[], act: (one: T) => Promise<void>) {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(act));
}
