import { useEffect, useRef } from 'react';

/** What is open over the page and closes at a step back, beside lists at fields; the last one is on top. */
const open: { current: () => void }[] = [];

const { navigation } = window as { navigation?: Navigation };

/** The console itself is taking a step. */
let isOwnStep = false;
/** By then it has begun, if it does at all. */
const BEGUN_MS = 1000;

navigation?.addEventListener('navigate', (event) => {
  if (event.navigationType !== 'traverse') return;
  const isOwn = isOwnStep;
  isOwnStep = false;
  // A list at a field closes when the field loses the focus.
  const list = document.activeElement?.closest<HTMLElement>('[role="combobox"][aria-expanded="true"]');
  const close = list ? () => list.blur() : open.at(-1)?.current;
  if (!close || isOwn || !event.userInitiated) return;
  // Browsers let one step be cancelled per click or key (Navigation API, HTML Standard §7.2.7): nobody can be trapped. Where one is not, the
  // page goes on as if nothing were open. Steps over several entries count, too, as browsers skip some by themselves.
  if (!event.cancelable || event.destination.index > (navigation.currentEntry?.index ?? 0)) return;
  event.preventDefault();
  close();
});

/** While something such as a dialog is open, the browser's "back" closes it, as Escape does, rather than what is under it. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    open.push(latest);
    return () => void open.splice(open.indexOf(latest), 1);
  }, [isOpen]);
}

/** Takes a step through the history that closes nothing. Safari calls each one that follows a click "user initiated". */
export function ownStep(go: () => void): void {
  isOwnStep = true;
  go();
  setTimeout(() => {
    isOwnStep = false;
  }, BEGUN_MS);
}
