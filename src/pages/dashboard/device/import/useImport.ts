import { ErrorCode } from '@contract/errors';
import { useMemoizedFn } from 'ahooks';
import { useEffect, useRef, useState } from 'react';
import { importTexts, type Obstacle } from '@/locales/import';
import { language } from '@/locales/language';
import { textsNow } from '@/locales/texts';
import { api } from '@/services/api';
import { BATCH } from '@/services/batch';
import { session } from '@/services/token';
import { useProject } from '@/services/useProject';
import { RequestFailure } from '@/utils/failure';
import { save } from '@/utils/save';
import { TO_SAVE } from '@/utils/useNewest';
import type { FileProblem } from './csv';
import { openRemoteSheet, type RemoteSheet } from './remote-sheet';
import type { Counts, Opened } from './sheet';
import { upload } from './upload';

const RETRY_MS = 10_000;
const AT_ONCE = 10;
const silently = { skipErrorHandler: true };

type About = Extract<Opened, { problem?: undefined }>['about'];

interface Paused {
  why: Obstacle;
  /** Rows of the call that is repeated. */
  rows: number;
}

/** The stage of an import. */
export type Stage =
  | { at: 'choose'; problem?: FileProblem; file?: string }
  | { at: 'reading'; file: string }
  | { at: 'check'; file: string; about: About; counts: Counts }
  | { at: 'import'; counts: Counts; rowsPerSecond: number; paused?: Paused; stopping: boolean }
  | { at: 'done'; counts: Counts; stopped: boolean; refusal: string; unanswered: number; tookMs: number };

export type Import = ReturnType<typeof useImport>;

/** One import, from the choice of the file to the result files. */
export function useImport(appKey: string) {
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  const [isSaved, setSaved] = useState(false);
  const { project } = useProject(appKey);
  const control = useRef<Control>({ stopped: false, goOn: () => {}, running: Promise.resolve(), hasSecrets: false }).current;

  /** The worker starts with the first file, and ends with the page. */
  function sheet(): RemoteSheet {
    control.sheet ??= openRemoteSheet();
    return control.sheet;
  }

  async function open(file: File) {
    setStage({ at: 'reading', file: file.name });
    const opened = await sheet().open(file, language());
    if (opened.problem) setStage({ at: 'choose', problem: opened.problem, file: file.name });
    else setStage({ at: 'check', file: file.name, about: opened.about, counts: opened.counts });
  }

  function start(counts: Counts) {
    control.since = undefined;
    control.running = run(counts, 0);
  }

  /** Sends the remaining rows of an import that ended early. */
  function resume({ counts, unanswered }: Extract<Stage, { at: 'done' }>) {
    setSaved(false);
    control.running = run(counts, unanswered);
  }

  /** @param resent number of rows that were sent before without an answer */
  async function run(counts: Counts, resent: number) {
    const began = performance.now();
    let pausedMs = 0;
    const now = (change: Partial<Extract<Stage, { at: 'import' }>>) =>
      setStage((before) => (before.at === 'import' ? { ...before, ...change } : before));
    control.stopped = false;
    setStage({ at: 'import', counts, rowsPerSecond: 0, stopping: false });

    // A refusal is shown with the result, because devices created before have secrets to be saved.
    const { unanswered, refusal } = await upload({
      sheet: sheet(),
      send: async (devices) => {
        control.since ??= await newestDevice(appKey);
        return api.device.createMany({ params: { appKey }, body: { devices } }, BATCH);
      },
      ownOf: (sns) => createdSince(appKey, sns, control.since ?? ''),
      isResent: resent > 0,
      isStopped: () => control.stopped,
      pause: async ({ length: rows }, why) => {
        const from = performance.now();
        now({ paused: { why, rows } });
        await new Promise<void>((resolve) => {
          control.goOn = resolve;
          // After the end of the session, retrying is useless until the user signs in again.
          if (why === 'unanswered') setTimeout(resolve, RETRY_MS);
        });
        pausedMs += performance.now() - from;
      },
      onProgress: (progress) => {
        control.hasSecrets = progress.created > 0;
        const seconds = (performance.now() - began - pausedMs) / 1000;
        now({ counts: progress, paused: undefined, rowsPerSecond: Math.round((counts.good - progress.good) / seconds) });
      },
    });
    const final = await sheet().counts();
    setStage({ at: 'done', counts: final, stopped: control.stopped, refusal, unanswered, tookMs: performance.now() - began });
  }

  function stop() {
    control.stopped = true;
    control.goOn();
    setStage((before) => (before.at === 'import' ? { ...before, stopping: true, paused: undefined } : before));
  }

  /** Resets the secrets that were lost with an answer. */
  async function reissue() {
    const sns = await sheet().withoutSecret();
    setSaved(false);
    await inGroups(sns, async (sn) => {
      const { secret } = await api.device.resetSecret({ params: { appKey, sn } });
      const counts = await sheet().addSecrets([{ sn, secret }]);
      control.hasSecrets = true;
      setStage((before) => (before.at === 'done' ? { ...before, counts } : before));
    });
  }

  /** Saves the file of secrets, which are stored nowhere else. */
  async function saveSecrets() {
    save(await sheet().secretsFile(), textsNow(importTexts).secretsName(project?.name ?? appKey));
    control.hasSecrets = false;
    setSaved(true);
  }

  /** The user gives up the secrets. */
  const forgoSecrets = () => {
    control.hasSecrets = false;
  };

  const leave = useMemoizedFn(async () => {
    control.stopped = true;
    control.goOn();
    await control.running;
    // The page was left without a question: back button, expired session.
    if (control.hasSecrets) await saveSecrets();
    control.sheet?.close();
  });

  useEffect(() => {
    const online = () => control.goOn();
    window.addEventListener('online', online);
    const forget = session.onOpened(online);
    return () => {
      forget();
      window.removeEventListener('online', online);
      void leave();
    };
  }, [control, leave]);

  return {
    stage,
    sheet,
    open,
    start,
    resume,
    stop,
    goOn: () => control.goOn(),
    reissue,
    again: () => setStage({ at: 'choose' }),
    isSaved,
    saveSecrets,
    forgoSecrets,
  };
}

interface Control {
  stopped: boolean;
  /** Ends a pause. */
  goOn: () => void;
  /** Settles when sending has ended. */
  running: Promise<void>;
  /** There are unsaved secrets. */
  hasSecrets: boolean;
  sheet?: RemoteSheet;
  /** Creation time of the newest device before this import. */
  since?: string;
}

async function newestDevice(appKey: string) {
  const { list } = await api.device.list({ params: { appKey }, query: { pageSize: 1, sort: '-createdAt' } }, { ...silently, ...TO_SAVE });
  return list[0]?.createdAt ?? '';
}

/** Ignores devices that were deleted meanwhile. */
function unlessGone(failure: unknown): undefined {
  if (!(failure instanceof RequestFailure) || failure.code !== ErrorCode.notFound) throw failure;
}

async function createdSince(appKey: string, sns: string[], since: string) {
  const own: string[] = [];
  await inGroups(sns, async (sn) => {
    const found = await api.device.read({ params: { appKey, sn } }, silently).catch(unlessGone);
    if (found && found.createdAt > since && found.state === 'inactive') own.push(sn);
  });
  return own;
}

async function inGroups<T>(all: T[], act: (one: T) => Promise<void>) {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(act));
}
