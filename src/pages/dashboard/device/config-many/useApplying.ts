import type { JsonObject } from '@contract/merge-patch';
import { useUnmount } from 'ahooks';
import { useRef, useState } from 'react';
import { api } from '@/services/api';
import { BATCH } from '@/services/batch';
import { RequestFailure } from '@/utils/failure';
import type { Selection } from '../useSelection';

/** Devices of one call: small enough that one sees it go on. */
const AT_ONCE = 100;
/** A platform that is away is asked again so soon. */
const RETRY_MS = 2000;
/** Of one change: the page stays open until it is through, some minutes. */
export const MAX_DEVICES = 100_000;

/** How it went with one device. */
export interface Outcome {
  sn: string;
  /** The version it has now; without one it failed, or that is not known. */
  version?: number;
  /** It was made now; else the device had these values, maybe by the same change, whose answer was lost. */
  isNew?: boolean;
  /** Nobody answered: it may have been changed. */
  isUnknown?: boolean;
  message?: string;
}

export interface Applying {
  /** Undefined while the devices are being looked for. */
  total?: number;
  outcomes: Outcome[];
  /** Those that a stop left out. */
  left: string[];
  isRunning: boolean;
  /** The platform does not answer; it goes on when it does. */
  isHeld?: boolean;
}

const NOBODY: Pick<Applying, 'outcomes' | 'left'> = { outcomes: [], left: [] };

/** Applies a patch to a selection of devices, some at a time; each succeeds or fails for itself. */
export function useApplying(appKey: string) {
  const [applying, setApplying] = useState<Applying>();
  const isStopped = useRef(false);
  useUnmount(() => stop());

  async function apply(selection: Selection['body'], patch: JsonObject, note: string) {
    isStopped.current = false;
    setApplying({ outcomes: [], left: [], isRunning: true });
    try {
      const sns = 'sns' in selection ? selection.sns : await snsOf(appKey, selection);
      await applyTo(sns, patch, note);
    } catch (failure) {
      // Told already; the dialog is open for another try.
      setApplying(undefined);
      throw failure;
    }
  }

  /** Once more for those that failed, or may have; those that a stop keeps from it are as they were. */
  async function retry(patch: JsonObject, note: string) {
    isStopped.current = false;
    const { outcomes, left } = applying ?? NOBODY;
    const open = outcomes.filter(({ version }) => version === undefined);
    const sns = open.map(({ sn }) => sn);
    const turn = await applyTo(sns, patch, note, { outcomes: outcomes.filter(({ version }) => version !== undefined), left });
    setApplying((now) => now && { ...now, outcomes: [...now.outcomes, ...open.slice(turn)], left });
  }

  /** For those that a stop left out. */
  async function goOn(patch: JsonObject, note: string) {
    isStopped.current = false;
    const { outcomes, left } = applying ?? NOBODY;
    await applyTo(left, patch, note, { outcomes, left: [] });
  }

  /** @returns how many had their turn */
  async function applyTo(sns: string[], patch: JsonObject, note: string, before: Pick<Applying, 'outcomes' | 'left'> = NOBODY) {
    let { outcomes } = before;
    let turn = 0;
    const total = outcomes.length + sns.length + before.left.length;
    const show = (state: Partial<Applying> = {}) => setApplying({ total, outcomes, left: [], isRunning: true, ...state });
    show();
    while (turn < sns.length && !isStopped.current) {
      const some = sns.slice(turn, turn + AT_ONCE);
      let answer = await applySome(appKey, some, patch, note);
      // What was done before the answer got lost is not done again.
      while (!answer && !isStopped.current) {
        show({ isHeld: true });
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        if (!isStopped.current) answer = await applySome(appKey, some, patch, note);
      }
      outcomes = [...outcomes, ...(answer ?? some.map((sn) => ({ sn, isUnknown: true })))];
      turn += some.length;
      show();
    }
    show({ isRunning: false, left: [...sns.slice(turn), ...before.left] });
    return turn;
  }

  function stop() {
    isStopped.current = true;
  }
  return { applying, apply, retry, goOn, stop, again: () => setApplying(undefined) };
}

/** A call that fails as a whole fails for its devices, and the next ones are tried. @returns undefined when there was no answer */
async function applySome(appKey: string, sns: string[], patch: JsonObject, note: string): Promise<Outcome[] | undefined> {
  try {
    const { changed, failed } = await api.config.changeMany({ params: { appKey }, body: { sns, patch, ...(note && { note }) } }, BATCH);
    // Where it is said what is wrong, that something is goes without saying.
    const reasonOf = (message: string, details: Detail[]) => (details.length > 0 ? details.map(detailText).join(' · ') : message);
    return [...failed.map(({ sn, message, details }) => ({ sn, message: reasonOf(message, details) })), ...changed];
  } catch (failure) {
    if (!(failure instanceof RequestFailure)) throw failure;
    failure.told = true;
    if (failure.isUnanswered) return undefined;
    // A platform that broke may have done some of it.
    return sns.map((sn) => ({ sn, message: failure.message, isUnknown: failure.isFault }));
  }
}

type Detail = { path: string; message: string };

const detailText = ({ path, message }: Detail) => (path ? `${path}: ${message}` : message);

/** All that match, found before anything is changed: a change may be what makes a device match no longer. */
async function snsOf(appKey: string, { filter, upTo }: Extract<Selection['body'], { filter: object }>): Promise<string[]> {
  const sns: string[] = [];
  for (let current = 1; sns.length < MAX_DEVICES; current++) {
    const { list } = await api.device.list({ params: { appKey }, query: { ...filter, upTo, sort: 'sn', current, pageSize: AT_ONCE } });
    sns.push(...list.map(({ sn }) => sn));
    if (list.length < AT_ONCE) break;
  }
  return sns;
}
