import { DEFAULT_PAGE_SIZE } from '@contract/page';
import type { UpgradeOutcome } from '@contract/upgrade';
import { useState } from 'react';
import { api } from '@/services/api';
import { useLive } from '@/services/live';
import { useRead } from '@/utils/useRead';

/** Hears when a project's upgrades change; `changes` counts how often. */
export function useUpgradeNews(appKey: string): number {
  const [changes, setChanges] = useState(0);
  useLive({
    appKey,
    onMessage: ({ type }) => {
      if (type === 'upgrade' || type === 'reset') setChanges((count) => count + 1);
    },
  });
  return changes;
}

// What one looks at is asked for again without being told to: nobody needs to hear that it failed.
const quiet = (changes: number) => ({ skipErrorHandler: changes > 0 });

export function useUpgradeList(appKey: string, current: number, changes: number) {
  return useRead(() => api.upgrade.list({ params: { appKey }, query: { current, pageSize: DEFAULT_PAGE_SIZE } }, quiet(changes)), {
    refreshDeps: [appKey, current, changes],
  });
}

export function useVersions(appKey: string, changes: number) {
  return useRead(() => api.upgrade.versions({ params: { appKey } }, quiet(changes)), {
    // A million devices are not counted every second.
    throttleWait: 5000,
    refreshDeps: [appKey, changes],
  });
}

export function useUpgrade(appKey: string, id: number, changes: number) {
  return useRead(() => api.upgrade.read({ params: { appKey, id } }, { skipErrorHandler: true }), { refreshDeps: [appKey, id, changes] });
}

interface DeviceQuery {
  outcome?: UpgradeOutcome;
  keyword: string;
  current: number;
}

export function useUpgradeDevices(appKey: string, id: number, { outcome, keyword, current }: DeviceQuery, changes: number) {
  return useRead(
    () =>
      api.upgrade.devices({ params: { appKey, id }, query: { outcome, keyword, current, pageSize: DEFAULT_PAGE_SIZE } }, quiet(changes)),
    { refreshDeps: [appKey, id, outcome, keyword, current, changes] },
  );
}
