import { useEffect, useRef } from 'react';

const holders = new Set<() => boolean>();

/** Something is only here and would be lost with the window, as what was typed. @returns it is no longer here */
export function holdUnsaved(isUnsaved: () => boolean): () => void {
  holders.add(isUnsaved);
  return () => void holders.delete(isUnsaved);
}

/** The same while a component is there. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => holdUnsaved(() => latest.current()), []);
}

export const isAnythingUnsaved = (): boolean => [...holders].some((isUnsaved) => isUnsaved());
