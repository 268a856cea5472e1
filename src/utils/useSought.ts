import { useLocation } from '@umijs/max';
import { useEffect, useRef } from 'react';

/** As the state of a link: the part of the page that it leads to. */
export interface Seeking {
  part: string;
}

/** A part of a page that links lead to, from this page or another one: it is scrolled to, and its first field has the focus. @returns its ref */
export function useSought(part: string) {
  const { key, state } = useLocation();
  const element = useRef<HTMLElement>(null);
  const isSought = (state as Partial<Seeking> | null)?.part === part;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is looked for
  useEffect(() => {
    if (!isSought) return;
    element.current?.scrollIntoView({ block: 'center' });
    const fields = [...(element.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];
    // Tabs have a button that shows only where there are too many of them.
    fields.find((field) => getComputedStyle(field).visibility === 'visible')?.focus({ preventScroll: true });
  }, [isSought, key]);

  return element;
}
