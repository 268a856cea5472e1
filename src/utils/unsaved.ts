import { useEffect, useRef } from 'react';

/** With whether it is asked about before the page is left. */
const holders = new Map<() => boolean, boolean>();

/**
 * Registers content that would be lost with the window, e.g. typed text.
 * @param isAsked is it asked about before the page is left, too?
 * @returns unregister
 */
export function holdUnsaved(isUnsaved: () => boolean, isAsked = false): () => void {
  holders.set(isUnsaved, isAsked);
  return () => void holders.delete(isUnsaved);
}

/** `holdUnsaved` while a component is mounted. */
export function useUnsaved(isUnsaved: () => boolean, isAsked = false): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => holdUnsaved(() => latest.current(), isAsked), [isAsked]);
}

export const isAnythingUnsaved = (): boolean => [...holders.keys()].some((isUnsaved) => isUnsaved());

/** Would leaving the page, or going back within it, be asked about? */
export const isLeavingAsked = (): boolean => [...holders].some(([isUnsaved, isAsked]) => isAsked && isUnsaved());

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
