import { Pagination, type PaginationProps } from 'antd';
import { cloneElement, isValidElement } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

/** The numbers of pages, and the way to them. */
export const Pages = (props: PaginationProps) => <Pagination {...props} itemRender={usePageItem(props.current)} />;

/** What antd's pages say to who does not see them: where each leads, and which one it is. @param current the page that is shown */
export function usePageItem(current = 1): NonNullable<PaginationProps['itemRender']> {
  const t = useTexts(frameTexts);
  return (page, kind, item) =>
    isValidElement<React.AriaAttributes & { role: string }>(item)
      ? cloneElement(item, {
          role: 'button',
          'aria-label': kind === 'prev' ? t.prevPage : kind === 'next' ? t.nextPage : t.pageOf(page),
          'aria-current': kind === 'page' && page === current ? 'page' : undefined,
        })
      : item;
}
