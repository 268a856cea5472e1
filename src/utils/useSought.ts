import { useLocation } from '@umijs/max';
import { useEffect, useRef } from 'react';

/** State of a link that leads to a part of a page. */
export interface Seeking {
  part: string;
}

/** The page has its final layout after this long. */
const SETTLES_MS = 3000;
/** Actions of the user that end the scrolling. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Makes a part of a page the target of links: it is scrolled into view, and its first field gets the focus. @returns its ref */
export function useSought(part: string) {
  const { key, state } = useLocation();
  const element = useRef<HTMLElement>(null);
  const isSought = (state as Partial<Seeking> | null)?.part === part;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation to the part
  useEffect(() => {
    const place = element.current;
    if (!isSought || !place) return;
    // Content above may still load, and push it away.
    const growth = new ResizeObserver(() => place.scrollIntoView({ block: 'center' }));
    growth.observe(place.closest('main') ?? place);
    const settled = new AbortController();
    settled.signal.addEventListener('abort', () => growth.disconnect());
    for (const move of MOVES) window.addEventListener(move, () => settled.abort(), { signal: settled.signal });
    const timer = setTimeout(() => settled.abort(), SETTLES_MS);

    const fields = [...place.querySelectorAll<HTMLElement>('input, button')];
    // Skips hidden fields: antd's tabs have a button that is only visible if there are too many tabs.
    fields.find((field) => getComputedStyle(field).visibility === 'visible')?.focus({ preventScroll: true });
    return () => {
      clearTimeout(timer);
      settled.abort();
    };
  }, [isSought, key]);

  return element;
}
