import { useEffect, useRef } from 'react';

const holders = new Set<() => boolean>();

/** Something is only here and would be lost with the page, as what was typed. It is asked for when the session ends by itself. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => {
    const holder = () => latest.current();
    holders.add(holder);
    return () => void holders.delete(holder);
  }, []);
}

export const isAnythingUnsaved = (): boolean => [...holders].some((isUnsaved) => isUnsaved());
