import { useLatest } from 'ahooks';
import { useState } from 'react';
import type { DeviceList } from './useDevices';
import type { Selection } from './useSelection';

/** How long a question waits for the current number of devices. */
const COUNT_MS = 1000;

/**
 * Before a question about all matching devices, counts them again, so that it names the current number. A slow platform is not waited for.
 * @param recount reads the list again
 * @param ask is not called if none of the selected devices is left
 * @returns the action whose question waits for the count, and how to ask it
 */
export function useCounted<Act>(selection: Selection, recount: () => Promise<DeviceList | undefined>, ask: (act: Act) => void) {
  const [awaited, setAwaited] = useState<Act>();
  const latest = useLatest(selection);

  async function count(act: Act) {
    if (!selection.isAll) return ask(act);
    setAwaited(act);
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, COUNT_MS));
    const list = await Promise.race([recount(), patience]);
    setAwaited(undefined);
    if (latest.current.isAll && list?.total !== 0) ask(act);
  }

  return { awaited, count };
}
