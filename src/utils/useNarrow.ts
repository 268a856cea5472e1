import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 767px)';

/** Is this a phone? Tables become cards there. */
export const isNarrow = (): boolean => matchMedia(QUERY).matches;

/** The same, followed while the window changes its size. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);

function subscribe(changed: () => void) {
  const media = matchMedia(QUERY);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}
