import { useEffect, useRef } from 'react';
import { frameTexts } from '@/locales/frame';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { pageOf } from '@/utils/address';

/** As long as it takes a screen reader to notice. */
const SAID_MS = 1000;

/** The window's title: the page, then the product, in the language of now. A page one goes to is said, as a browser says a new document. */
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

/** Said, not shown, and gone when it has been heard. @returns takes it back */
function say(words: string): () => void {
  region.textContent = words;
  const timer = setTimeout(() => region.replaceChildren(), SAID_MS);
  return () => {
    clearTimeout(timer);
    region.replaceChildren();
  };
}

// There before it has something to say: only what changes is read out.
const region = document.createElement('p');
region.className = 'sr-only';
region.role = 'status';
// First of all: last, it would make the page longer.
document.body.prepend(region);
