import { useLocation } from '@umijs/max';
import { useEffect, useRef } from 'react';

/** As the state of a link: the part of the page that it leads to. */
export interface Seeking {
  part: string;
}

/** The rest of a page is there after this long. */
const SETTLES_MS = 3000;
/** Who moves by himself is not moved any more. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** A part of a page that links lead to, from this page or another one: it is scrolled to, and its first field has the focus. @returns its ref */
export function useSought(part: string) {
  const { key, state } = useLocation();
  const element = useRef<HTMLElement>(null);
  const isSought = (state as Partial<Seeking> | null)?.part === part;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is looked for
  useEffect(() => {
    const place = element.current;
    if (!isSought || !place) return;
    // What is above it may still come, and would push it away.
    const growth = new ResizeObserver(() => place.scrollIntoView({ block: 'center' }));
    growth.observe(place.closest('main') ?? place);
    const settled = new AbortController();
    settled.signal.addEventListener('abort', () => growth.disconnect());
    for (const move of MOVES) window.addEventListener(move, () => settled.abort(), { signal: settled.signal });
    const timer = setTimeout(() => settled.abort(), SETTLES_MS);

    const fields = [...place.querySelectorAll<HTMLElement>('input, button')];
    // Tabs have a button that shows only where there are too many of them.
    fields.find((field) => getComputedStyle(field).visibility === 'visible')?.focus({ preventScroll: true });
    return () => {
      clearTimeout(timer);
      settled.abort();
    };
  }, [isSought, key]);

  return element;
}
