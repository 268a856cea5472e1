import { useLatest } from 'ahooks';
import { useState } from 'react';
import type { DeviceList } from './useDevices';
import type { Selection } from './useSelection';

/** So long a question waits for the number of devices it is about. */
const COUNT_MS = 1000;

/**
 * Of all that match, as many are asked about as there are now; a platform that takes its time is not waited for.
 * @param recount reads the list again
 * @param ask is not called where none is left that was chosen
 * @returns what is to be asked once they are counted, and how it is asked
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
