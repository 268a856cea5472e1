import type { FailureDetail } from '@contract/errors';
import { issueLine } from '@contract/field-text';
import type { JsonObject } from '@contract/merge-patch';
import { useUnmount } from 'ahooks';
import { useRef, useState } from 'react';
import { configManyTexts } from '@/locales/config-many';
import { language } from '@/locales/language';
import { textsNow } from '@/locales/texts';
import { api } from '@/services/api';
import { BATCH } from '@/services/batch';
import { RequestFailure } from '@/utils/failure';
import { changesBetween, isAround } from '@/utils/json-changes';
import type { Selection } from '../useSelection';

/** Devices per call: few enough to show progress. */
const AT_ONCE = 100;
/** Delay before a call is repeated that the platform did not answer. */
const RETRY_MS = 2000;
/** Limit of one change, because the page has to stay open until it is complete, some minutes. */
export const MAX_DEVICES = 100_000;

/** The outcome of one device. */
export interface Outcome {
  sn: string;
  /** The current version; undefined: it failed, or the outcome is unknown. */
  version?: number;
  /** The version is new; otherwise the device had these values already, perhaps by an earlier call whose answer was lost. */
  isNew?: boolean;
  /** No answer: the device may have been changed. */
  isUnknown?: boolean;
  message?: string;
}

export interface Applying {
  /** Undefined while the devices are being searched. */
  total?: number;
  outcomes: Outcome[];
  /** Devices left out after a stop. */
  left: string[];
  isRunning: boolean;
  /** The platform does not answer; continues when it does. */
  isHeld?: boolean;
}

const NOBODY: Pick<Applying, 'outcomes' | 'left'> = { outcomes: [], left: [] };

/** Applies a patch to a selection of devices in batches; each device succeeds or fails on its own. */
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
      // Reported already; the dialog is open for another try.
      setApplying(undefined);
      throw failure;
    }
  }

  /** Retries devices that failed or may have; those that a stop leaves out keep their outcome. */
  async function retry(patch: JsonObject, note: string) {
    isStopped.current = false;
    const { outcomes, left } = applying ?? NOBODY;
    const open = outcomes.filter(({ version }) => version === undefined);
    const sns = open.map(({ sn }) => sn);
    const turn = await applyTo(sns, patch, note, { outcomes: outcomes.filter(({ version }) => version !== undefined), left });
    setApplying((now) => now && { ...now, outcomes: [...now.outcomes, ...open.slice(turn)], left });
  }

  /** Continues with the devices that a stop left out. */
  async function goOn(patch: JsonObject, note: string) {
    isStopped.current = false;
    const { outcomes, left } = applying ?? NOBODY;
    await applyTo(left, patch, note, { outcomes, left: [] });
  }

  /** @returns how many were processed */
  async function applyTo(sns: string[], patch: JsonObject, note: string, before: Pick<Applying, 'outcomes' | 'left'> = NOBODY) {
    let { outcomes } = before;
    let turn = 0;
    const total = outcomes.length + sns.length + before.left.length;
    const show = (state: Partial<Applying> = {}) => setApplying({ total, outcomes, left: [], isRunning: true, ...state });
    show();
    while (turn < sns.length && !isStopped.current) {
      const some = sns.slice(turn, turn + AT_ONCE);
      let answer = await applySome(appKey, some, patch, note);
      // Safe to repeat: devices changed before the answer was lost are not changed again.
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

/** If a call fails as a whole, its devices have failed, and the next ones follow. @returns undefined without an answer */
async function applySome(appKey: string, sns: string[], patch: JsonObject, note: string): Promise<Outcome[] | undefined> {
  try {
    const { changed, failed } = await api.config.changeMany({ params: { appKey }, body: { sns, patch, ...(note && { note }) } }, BATCH);
    const t = textsNow(configManyTexts);
    // What the change does not write is wrong or missing in the device's own configuration, as before its first one.
    const written = changesBetween({}, patch);
    const isWritten = (path: string) => path === '' || written.some((change) => isAround(path, change.path));
    const told = ({ path, message }: FailureDetail) => ({ path, message: isWritten(path) ? message : t.notWritten(message) });
    // Details, if any, replace the general message.
    const reasonOf = (message: string, details: FailureDetail[]) =>
      details.length > 0 ? issueLine(details.map(told), language()) : message;
    return [...failed.map(({ sn, message, details }) => ({ sn, message: reasonOf(message, details) })), ...changed];
  } catch (failure) {
    if (!(failure instanceof RequestFailure)) throw failure;
    failure.told = true;
    if (failure.isUnanswered) return undefined;
    // After an internal error, some devices may have been changed.
    return sns.map((sn) => ({ sn, message: failure.message, isUnknown: failure.isFault }));
  }
}

/** All matching SNs, read before the first change, since changed devices may no longer match. */
async function snsOf(appKey: string, { filter, upTo }: Extract<Selection['body'], { filter: object }>): Promise<string[]> {
  const sns: string[] = [];
  for (let current = 1; sns.length < MAX_DEVICES; current++) {
    const { list } = await api.device.list({ params: { appKey }, query: { ...filter, upTo, sort: 'sn', current, pageSize: AT_ONCE } });
    sns.push(...list.map(({ sn }) => sn));
    if (list.length < AT_ONCE) break;
  }
  return sns;
}
