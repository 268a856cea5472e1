import type { Twin } from '@contract/config';
import { useEffect, useState } from 'react';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { toast } from '@/utils/toast';
import { standingOf } from './standing';

/**
 * Says when the device does not take what was saved on this page: who saved may be looking at a field far below its state.
 * @returns to be told which version was saved
 */
export function useOutcome(twin: Twin): (version: number) => void {
  const t = useTexts(configTexts);
  const [awaited, setAwaited] = useState<number>();

  useEffect(() => {
    if (awaited === undefined || twin.reported?.version !== awaited) return;
    setAwaited(undefined);
    const standing = standingOf(twin);
    if (standing === 'rejected' || standing === 'partial' || standing === 'drifted') toast.warning(t[`${standing}Title`](awaited));
  }, [awaited, twin, t]);

  return setAwaited;
}
