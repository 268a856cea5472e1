import { contract } from '@contract';
import type { CallbackType } from '@contract/callback-event';
import { useLocalStorageState, useMemoizedFn, useThrottleFn } from 'ahooks';
import { useEffect, useState } from 'react';
import { useRead } from '@/utils/useRead';
import { api, onWritten } from './api';
import { guideSecrets } from './guide-secrets';
import { useLive } from './live';

/** A project's progress through the guide, read from the platform each time. */
export interface Progress {
  /** A device has been online. */
  device: boolean;
  callback: boolean;
  /** There is a callback, but it is disabled. */
  isCallbackOff: boolean;
  event: boolean;
  /** A callback has been delivered. */
  record: boolean;
  /** The last characters of the current signing secret. */
  secretHint?: string;
}

/** How long an action is shown as under way. */
const ON_ITS_WAY_MS = 20_000;
/** Shortest interval at which news of the project rereads its progress. */
const LOOK_AT_MOST_EVERY_MS = 1000;

/** Projects seen unfinished on this page: only these show that they are complete. */
const begun = new Set<string>();

const useDismissed = () => useLocalStorageState<string[]>('guideDismissed', { defaultValue: [], listenStorageChange: true });

/** Was the guide of a project dismissed in this browser? Nothing else about the guide is stored. */
export function useIsDismissed(appKey: string): boolean {
  const [dismissed = []] = useDismissed();
  return dismissed.includes(appKey);
}

/**
 * Follows a project to its first callback, whether a device, a server or the user takes the next step.
 * @param isShown false: not shown on this page, so nothing is read
 */
export function useGuide(appKey: string, isShown = true) {
  const [dismissed = [], setDismissed] = useDismissed();
  const [movingSince, setMovingSince] = useState(0);
  // A page that holds the secret shows it even if the guide was dismissed in another tab.
  const isWanted = isShown && (!dismissed.includes(appKey) || guideSecrets.has(appKey));
  const { data, error, refresh } = useRead(() => progressOf(appKey), {
    ready: isWanted,
    cacheKey: `guide ${appKey}`,
    // Read without a user's request, so failures are not reported.
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
  // Not after a deletion: the project would not be found.
  useEffect(() => onWritten((endpoint) => endpoint !== contract.application.remove && refresh()), [refresh]);
  useEffect(() => {
    if (movingSince === 0) return;
    const timer = setTimeout(() => setMovingSince(0), hasArrived ? 0 : ON_ITS_WAY_MS);
    return () => clearTimeout(timer);
  }, [movingSince, hasArrived]);

  if (data && !hasArrived) begun.add(appKey);
  const isOld = hasArrived && !begun.has(appKey);
  // Dismissed, so that a project that was complete before is not read again.
  useEffect(() => {
    if (isOld) dismiss();
  }, [isOld, dismiss]);

  return {
    /** Undefined until read, and for projects that were complete before. */
    progress: isWanted && !isOld ? data : undefined,
    /** Is it known whether the guide is shown? */
    isDecided: !isWanted || data !== undefined || error !== undefined,
    /** An action was started, and its result is awaited. */
    isMoving: movingSince > 0 && !hasArrived,
    /** Call when an action was started. */
    moving: () => setMovingSince(Date.now()),
    dismiss,
  };
}

export type ProjectGuide = ReturnType<typeof useGuide>;

/** A test only proves that the receiver answers, not that a device's event reached it. */
const isReal = ({ test }: { test: boolean }) => !test;
/** Events that devices send themselves, unlike online and offline. */
const isWord = ({ type }: { type: CallbackType }) => type !== 'device.online' && type !== 'device.offline';
/** Records read at most: hardly more tests are sent before the first event. */
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
