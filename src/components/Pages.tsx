import { Pagination, type PaginationProps } from 'antd';
import { cloneElement, isValidElement } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

/** The numbers of pages, and the way to them. */
export const Pages = (props: PaginationProps) => <Pagination {...props} showTitle={false} itemRender={usePageItem(props.current)} />;

/** What antd's pages say to who does not see them: where each leads, and which one it is. Not beside `showTitle`, which only says a number. @param current the page that is shown */
export function usePageItem(current = 1): NonNullable<PaginationProps['itemRender']> {
  const t = useTexts(frameTexts);
  return (page, kind, item) => {
    const name = kind === 'prev' ? t.prevPage : kind === 'next' ? t.nextPage : t.pageOf(page);
    return isValidElement<React.HTMLAttributes<HTMLElement>>(item)
      ? cloneElement(item, {
          role: 'button',
          'aria-label': name,
          'aria-current': kind === 'page' && page === current ? 'page' : undefined,
          title: kind === 'page' ? undefined : name,
        })
      : item;
  };
}
