import { contract } from '@contract';
import type { CallbackType } from '@contract/callback-event';
import { useLocalStorageState, useMemoizedFn, useThrottleFn } from 'ahooks';
import { useEffect, useState } from 'react';
import { useRead } from '@/utils/useRead';
import { api, onWritten } from './api';
import { guideSecrets } from './guide-secrets';
import { useLive } from './live';

/** How far a project has come, asked of the platform each time. */
export interface Progress {
  /** One of its devices has been online. */
  device: boolean;
  callback: boolean;
  /** There is a callback, but it is switched off. */
  isCallbackOff: boolean;
  event: boolean;
  /** A callback has been delivered. */
  record: boolean;
  /** The end of the secret that callbacks are signed with now. */
  secretHint?: string;
}

/** What has been set in motion is said to be on its way for so long. */
const ON_ITS_WAY_MS = 20_000;
/** After news of the project its progress is looked up, at most this often. */
const LOOK_AT_MOST_EVERY_MS = 1000;

/** Projects that were seen unfinished by this page: only they are told that they have arrived. */
const begun = new Set<string>();

const useDismissed = () => useLocalStorageState<string[]>('guideDismissed', { defaultValue: [], listenStorageChange: true });

/** Has somebody here said that the guide of a project is not wanted any more? That is all that is kept of it. */
export function useIsDismissed(appKey: string): boolean {
  const [dismissed = []] = useDismissed();
  return dismissed.includes(appKey);
}

/**
 * A project on its way to the first callback: whether a device or a server elsewhere does the next step, or somebody here.
 * @param isShown false: not on this page, nothing is asked
 */
export function useGuide(appKey: string, isShown = true) {
  const [dismissed = [], setDismissed] = useDismissed();
  const [movingSince, setMovingSince] = useState(0);
  // Where the secret is, it is shown, though it was dismissed in another tab.
  const isWanted = isShown && (!dismissed.includes(appKey) || guideSecrets.has(appKey));
  const { data, error, refresh } = useRead(() => progressOf(appKey), {
    ready: isWanted,
    cacheKey: `guide ${appKey}`,
    // Nobody asked for it, so nobody is told that it failed.
    onError: () => {},
  });
  const hasArrived = data?.record === true;
  const dismiss = useMemoizedFn(() => setDismissed((before = []) => [...before.filter((one) => one !== appKey), appKey]));

  const { run: look } = useThrottleFn(refresh, { wait: LOOK_AT_MOST_EVERY_MS });
  useLive({
    appKey,
    ready: isWanted && !hasArrived,
    onMessage: ({ type }) => ['counts', 'callbacks', 'reset'].includes(type) && look(),
  });
  // A project that was deleted is not asked about.
  useEffect(() => onWritten((endpoint) => endpoint !== contract.application.remove && refresh()), [refresh]);
  useEffect(() => {
    if (movingSince === 0) return;
    const timer = setTimeout(() => setMovingSince(0), hasArrived ? 0 : ON_ITS_WAY_MS);
    return () => clearTimeout(timer);
  }, [movingSince, hasArrived]);

  if (data && !hasArrived) begun.add(appKey);
  const isOld = hasArrived && !begun.has(appKey);
  // It need not be asked again.
  useEffect(() => {
    if (isOld) dismiss();
  }, [isOld, dismiss]);

  return {
    /** Undefined while it is not known, and for projects that arrived long ago. */
    progress: isWanted && !isOld ? data : undefined,
    /** It is known whether there is something to show. */
    isDecided: !isWanted || data !== undefined || error !== undefined,
    /** Something has been set in motion, and is not there yet. */
    isMoving: movingSince > 0 && !hasArrived,
    /** Something has been set in motion. */
    moving: () => setMovingSince(Date.now()),
    dismiss,
  };
}

export type ProjectGuide = ReturnType<typeof useGuide>;

/** A test shows that the receiver answers, not that a device was heard. */
const isReal = ({ test }: { test: boolean }) => !test;
/** That a device comes or goes is no word of its own. */
const isWord = ({ type }: { type: CallbackType }) => type !== 'device.online' && type !== 'device.offline';
/** More tests than this are hardly sent before the first event. */
const LOOKED_AT = 20;

async function progressOf(appKey: string): Promise<Progress> {
  const params = { appKey };
  const quietly = { skipErrorHandler: true };
  const [delivered, { counts }, settings, records] = await Promise.all([
    api.webhook.records({ params, query: { status: 'delivered', pageSize: LOOKED_AT } }, quietly),
    api.device.list({ params, query: { pageSize: 1 } }, quietly),
    api.webhook.read({ params }, quietly),
    api.webhook.records({ params, query: { pageSize: LOOKED_AT } }, quietly),
  ]);
  const secretHint = settings?.secretHint;
  if (delivered.list.some(isReal)) return { device: true, callback: true, isCallbackOff: false, event: true, record: true, secretHint };
  return {
    device: counts.online + counts.offline > 0,
    callback: settings?.status === 'enabled',
    isCallbackOff: settings?.status === 'disabled',
    event: records.list.some((record) => isReal(record) && isWord(record)),
    record: false,
    secretHint,
  };
}
