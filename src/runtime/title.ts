import { useEffect, useRef } from 'react';
import { frameTexts } from '@/locales/frame';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { pageOf } from '@/utils/address';

/** Long enough for a screen reader to notice. */
const SAID_MS = 1000;

/** Sets the window's title: page, then product, in the current language. Announces a new page, as a browser announces a document. */
export function useWindowTitle(path: string): void {
  const { title } = useTexts(frameTexts);
  const names = useTexts(menuTexts);
  const page = names[pageOf(path) ?? 'missing'];
  const last = useRef(path);

  useEffect(() => {
    document.title = `${page} - ${title}`;
  }, [page, title]);

  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    return say(page);
  }, [path, page]);
}

/** Announces a text to screen readers only, and removes it afterwards. @returns a function that removes it early */
function say(words: string): () => void {
  region.textContent = words;
  const timer = setTimeout(() => region.replaceChildren(), SAID_MS);
  return () => {
    clearTimeout(timer);
    region.replaceChildren();
  };
}

// Created in advance: screen readers only announce changes of a live region.
const region = document.createElement('p');
region.className = 'sr-only';
region.role = 'status';
// First in the body; at the end it would make the page longer.
document.body.prepend(region);
