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

const tabs = new BroadcastChannel('unsaved');
/** A tab that is awake answers sooner, also one that nobody looks at. */
const ANSWER_MS = 500;

tabs.addEventListener('message', ({ data }) => data === 'asked' && isAnythingUnsaved() && tabs.postMessage('held'));

/** Whether another tab of this browser has something that would be lost with its page. One that sleeps does not say so. */
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
