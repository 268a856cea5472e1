import { useEffect, useRef } from 'react';

const holders = new Set<() => boolean>();

/** Registers content that would be lost with the window, e.g. typed text. @returns unregister */
export function holdUnsaved(isUnsaved: () => boolean): () => void {
  holders.add(isUnsaved);
  return () => void holders.delete(isUnsaved);
}

/** `holdUnsaved` while a component is mounted. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => holdUnsaved(() => latest.current()), []);
}

export const isAnythingUnsaved = (): boolean => [...holders].some((isUnsaved) => isUnsaved());

const tabs = new BroadcastChannel('unsaved');
/** Tabs answer sooner, even hidden ones, unless they are suspended. */
const ANSWER_MS = 500;

tabs.addEventListener('message', ({ data }) => data === 'asked' && isAnythingUnsaved() && tabs.postMessage('held'));

/** Does another tab of this browser have unsaved content? Suspended tabs do not answer. */
export function isAnythingUnsavedElsewhere(): Promise<boolean> {
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent) => data === 'held' && end(true);
    const end = (isHeld: boolean) => {
      tabs.removeEventListener('message', listen);
      resolve(isHeld);
    };
    tabs.addEventListener('message', listen);
    tabs.postMessage('asked');
    setTimeout(() => end(false), ANSWER_MS);
  });
}
