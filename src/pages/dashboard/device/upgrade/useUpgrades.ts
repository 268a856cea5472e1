import { DEFAULT_PAGE_SIZE } from '@contract/page';
import type { UpgradeOutcome } from '@contract/upgrade';
import { useState } from 'react';
import { api } from '@/services/api';
import { useLive } from '@/services/live';
import { useAnswer } from '@/utils/useAnswer';
import { useRead } from '@/utils/useRead';

/**
 * Hears when a project's upgrades change; `changes` counts how often, `live` says whether it would be heard, `isBrokerAway` that no device
 * can be told of one now.
 */
export function useUpgradeNews(appKey: string) {
  const [changes, setChanges] = useState(0);
  const [isBrokerAway, setBrokerAway] = useState(false);
  const live = useLive({
    appKey,
    onMessage: (message) => {
      if (message.type === 'upgrade' || message.type === 'reset') setChanges((count) => count + 1);
      if (message.type === 'broker') setBrokerAway(!message.reachable);
    },
  });
  return { changes, live, isBrokerAway };
}

// What one looks at is asked for again without being told to: nobody needs to hear that it failed.
const quiet = (changes: number) => ({ skipErrorHandler: changes > 0 });

export function useUpgradeList(appKey: string, current: number, changes: number) {
  const of = `${appKey} ${current}`;
  const query = { current, pageSize: DEFAULT_PAGE_SIZE };
  return useAnswer(async () => ({ ...(await api.upgrade.list({ params: { appKey }, query }, quiet(changes))), of }), of, changes);
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

export function useUpgradeDevices(appKey: string, id: number, query: DeviceQuery, changes: number) {
  const asked = { ...query, pageSize: DEFAULT_PAGE_SIZE };
  const of = JSON.stringify([appKey, id, asked]);
  return useAnswer(
    async () => ({ ...(await api.upgrade.devices({ params: { appKey, id }, query: asked }, quiet(changes))), of }),
    of,
    changes,
  );
}
