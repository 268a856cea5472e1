import { useEffect, useRef } from 'react';

/** What is open over the page and has no history entry of its own; the last one is on top. */
const open: { current: () => void }[] = [];

const { navigation } = window as { navigation?: Navigation };

navigation?.addEventListener('navigate', (event) => {
  const top = open.at(-1);
  // Browsers let one step be cancelled per click or key (Navigation API, HTML Standard §7.2.7), so nobody can be trapped.
  if (!top || event.navigationType !== 'traverse' || !event.userInitiated || !event.cancelable) return;
  if (event.destination.index > (navigation.currentEntry?.index ?? 0)) return;
  event.preventDefault();
  top.current();
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
