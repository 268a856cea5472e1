import { useSyncExternalStore } from 'react';
import { PHONE_BELOW } from '../../config/defaults';

export { TABLE_NEEDS } from '../../config/defaults';

/** Is the window narrow, as on a phone? Tables become cards then. @param below width in pixels */
export const isNarrow = (below = PHONE_BELOW): boolean => matchMedia(`(max-width: ${below - 1}px)`).matches;

/** `isNarrow`, updated when the window is resized. */
export const useNarrow = (below?: number): boolean => useSyncExternalStore(subscribe, () => isNarrow(below));

function subscribe(changed: () => void) {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
