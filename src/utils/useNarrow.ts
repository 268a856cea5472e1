import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 767px)';

/** Is this a phone? Tables become cards there. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);

function subscribe(changed: () => void) {
  const media = matchMedia(QUERY);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}
