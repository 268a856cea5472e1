import { useSyncExternalStore } from 'react';

/** Pixels: narrower, nothing would be left for the names, or what stands at the end, in a table of many columns. */
export const TABLE_NEEDS = 1024;

/** Is this a phone, or a window that narrow? Tables become cards there. @param below width in pixels */
export const isNarrow = (below = 768): boolean => matchMedia(`(max-width: ${below - 1}px)`).matches;

/** The same, followed while the window changes its size. */
export const useNarrow = (below?: number): boolean => useSyncExternalStore(subscribe, () => isNarrow(below));

function subscribe(changed: () => void) {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
