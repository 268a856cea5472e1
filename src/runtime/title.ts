import { useEffect } from 'react';
import { frameTexts } from '@/locales/frame';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { pageOf } from '@/utils/address';

/** The window's title: the page, then the product, in the language of now. */
export function useWindowTitle(path: string): void {
  const { title } = useTexts(frameTexts);
  const names = useTexts(menuTexts);
  const page = names[pageOf(path) ?? 'missing'];

  useEffect(() => {
    document.title = `${page} - ${title}`;
  }, [page, title]);
}
