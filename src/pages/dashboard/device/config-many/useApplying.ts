import type { JsonObject } from '@contract/merge-patch';
import { useRef, useState } from 'react';
import { configManyTexts } from '@/locales/config-many';
import { textsNow } from '@/locales/texts';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import type { Selection } from '../useSelection';

/** Devices of one call: small enough that one sees it go on. */
const AT_ONCE = 100;
/** Of one change: the page stays open until it is through, some minutes. */
export const MAX_DEVICES = 100_000;

/** How it went with one device. */
export interface Outcome {
  sn: string;
  /** The version it has now; without one it failed. */
  version?: number;
  message?: string;
}

export interface Applying {
  /** Undefined while the devices are being looked for. */
  total?: number;
  outcomes: Outcome[];
  isRunning: boolean;
}

/** Applies a patch to a selection of devices, some at a time; each succeeds or fails for itself. */
export function useApplying(appKey: string) {
  const [applying, setApplying] = useState<Applying>();
  const isStopped = useRef(false);

  async function apply(selection: Selection['body'], patch: JsonObject, note: string) {
    isStopped.current = false;
    setApplying({ outcomes: [], isRunning: true });
    try {
      const sns = 'sns' in selection ? selection.sns : await snsOf(appKey, selection.filter);
      await applyTo(sns, patch, note, []);
    } catch (failure) {
      // Told already; the dialog is open for another try.
      setApplying(undefined);
      throw failure;
    }
  }

  /** Once more for those that failed. */
  async function retry(patch: JsonObject, note: string) {
    const outcomes = applying?.outcomes ?? [];
    const failed = outcomes.filter(({ version }) => version === undefined).map(({ sn }) => sn);
    isStopped.current = false;
    await applyTo(
      failed,
      patch,
      note,
      outcomes.filter(({ version }) => version !== undefined),
    );
  }

  async function applyTo(sns: string[], patch: JsonObject, note: string, before: Outcome[]) {
    let outcomes = before;
    const total = before.length + sns.length;
    setApplying({ total, outcomes, isRunning: true });
    for (let from = 0; from < sns.length && !isStopped.current; from += AT_ONCE) {
      outcomes = [...outcomes, ...(await applySome(appKey, sns.slice(from, from + AT_ONCE), patch, note))];
      setApplying({ total, outcomes, isRunning: true });
    }
    setApplying({ total, outcomes, isRunning: false });
  }

  const stop = () => {
    isStopped.current = true;
  };
  return { applying, apply, retry, stop, again: () => setApplying(undefined) };
}

/** A call that fails as a whole fails for its devices, and the next ones are tried. */
async function applySome(appKey: string, sns: string[], patch: JsonObject, note: string): Promise<Outcome[]> {
  try {
    const { changed, failed } = await api.config.changeMany(
      { params: { appKey }, body: { sns, patch, ...(note && { note }) } },
      { skipErrorHandler: true },
    );
    return [...failed.map(({ sn, message, details }) => ({ sn, message: [message, ...details.map(detailText)].join(' ') })), ...changed];
  } catch (failure) {
    if (!(failure instanceof RequestFailure)) throw failure;
    failure.told = true;
    const message = failure.kind === 'business' ? failure.message : textsNow(configManyTexts).broken;
    return sns.map((sn) => ({ sn, message }));
  }
}

const detailText = ({ path, message }: { path: string; message: string }) => `${path}: ${message}`;

/** All that match, found before anything is changed: a change may be what makes a device match no longer. */
async function snsOf(appKey: string, filter: object): Promise<string[]> {
  const sns: string[] = [];
  for (let current = 1; sns.length < MAX_DEVICES; current++) {
    const { list } = await api.device.list({ params: { appKey }, query: { ...filter, sort: 'sn', current, pageSize: AT_ONCE } });
    sns.push(...list.map(({ sn }) => sn));
    if (list.length < AT_ONCE) break;
  }
  return sns;
}
