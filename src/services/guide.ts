import { contract } from '@contract';
import { type RequestOptions, useLocation } from '@umijs/max';
import { useInterval, useLatest, useLocalStorageState } from 'ahooks';
import { useEffect, useState } from 'react';
import { useRead } from '@/utils/useRead';
import { api, onWritten } from './api';
import { useVirtualDevices } from './virtual-device';

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
}

/** While something is on its way, its arrival is looked for this often, for so long … */
const LOOK_MS = 1000;
const ON_ITS_WAY_MS = 20_000;
/** … and otherwise, until the project has arrived, this often: a device or a server elsewhere may do the next step. */
const GLANCE_MS = 4000;

/** Projects that were seen unfinished by this page: only they are told that they have arrived. */
const begun = new Set<string>();

const useDismissed = () => useLocalStorageState<string[]>('guideDismissed', { defaultValue: [], listenStorageChange: true });

/** Has somebody here said that the guide of a project is not wanted any more? That is all that is kept of it. */
export function useIsDismissed(appKey: string): boolean {
  const [dismissed = []] = useDismissed();
  return dismissed.includes(appKey);
}

/** A project on its way to the first callback; `progress` is undefined while it is not known, and for projects that arrived long ago. */
export function useGuide(appKey: string) {
  const [dismissed = [], setDismissed] = useDismissed();
  const [movingSince, setMovingSince] = useState(0);
  const isWanted = !dismissed.includes(appKey);
  const { pathname } = useLocation();
  const here = useVirtualDevices().map(({ state }) => state);
  const { data, refresh, mutate } = useRead(() => progressOf(appKey), {
    ready: isWanted,
    cacheKey: `guide ${appKey}`,
    refreshDeps: [appKey, pathname, here.join()],
    pollingInterval: movingSince > 0 ? LOOK_MS : undefined,
    pollingWhenHidden: false,
  });
  const isMoving = movingSince > 0 && !data?.record;

  const asked = useLatest(appKey);
  const isOpen = isWanted && data !== undefined && !data.record && movingSince === 0;
  useInterval(glance, isOpen ? GLANCE_MS : undefined);

  /** Nobody asked for it, so nobody is told when it fails. */
  async function glance() {
    if (document.hidden) return;
    const seen = await progressOf(appKey, { skipErrorHandler: true }).catch(() => undefined);
    if (seen && asked.current === appKey) mutate(seen);
  }

  // A project that was deleted is not asked about.
  useEffect(() => onWritten((endpoint) => endpoint !== contract.application.remove && refresh()), [refresh]);
  useEffect(() => {
    if (movingSince === 0) return;
    const timer = setTimeout(() => setMovingSince(0), data?.record ? 0 : ON_ITS_WAY_MS);
    return () => clearTimeout(timer);
  }, [movingSince, data?.record]);

  if (data && !data.record) begun.add(appKey);
  return {
    progress: isWanted && begun.has(appKey) ? data : undefined,
    isMoving,
    /** Something has been set in motion, and will be seen in a moment. */
    moving: () => {
      setMovingSince(Date.now());
      refresh();
    },
    dismiss: () => setDismissed([...dismissed, appKey]),
  };
}

/** A test shows that the receiver answers, not that a device was heard. */
const isReal = ({ test }: { test: boolean }) => !test;
/** More tests than this are hardly sent before the first event. */
const LOOKED_AT = 20;

async function progressOf(appKey: string, options?: RequestOptions): Promise<Progress> {
  const params = { appKey };
  const delivered = await api.webhook.records({ params, query: { status: 'delivered', pageSize: LOOKED_AT } }, options);
  if (delivered.list.some(isReal)) return { device: true, callback: true, isCallbackOff: false, event: true, record: true };
  const [{ counts }, settings, records] = await Promise.all([
    api.device.list({ params, query: { pageSize: 1 } }, options),
    api.webhook.read({ params }, options),
    api.webhook.records({ params, query: { pageSize: LOOKED_AT } }, options),
  ]);
  return {
    device: counts.online + counts.offline > 0,
    callback: settings?.status === 'enabled',
    isCallbackOff: settings?.status === 'disabled',
    event: records.list.some(isReal),
    record: false,
  };
}
