import { useSyncExternalStore } from 'react';
import { PHONE_BELOW } from '../../config/defaults';

export { TABLE_NEEDS } from '../../config/defaults';

/** Is this a phone, or a window that narrow? Tables become cards there. @param below width in pixels */
export const isNarrow = (below = PHONE_BELOW): boolean => matchMedia(`(max-width: ${below - 1}px)`).matches;

/** The same, followed while the window changes its size. */
export const useNarrow = (below?: number): boolean => useSyncExternalStore(subscribe, () => isNarrow(below));

function subscribe(changed: () => void) {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
