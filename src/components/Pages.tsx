import { Pagination, type PaginationProps } from 'antd';
import { cloneElement, isValidElement } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

/** Pagination with accessible names. */
export const Pages = (props: PaginationProps) => <Pagination {...props} showTitle={false} itemRender={usePageItem(props.current)} />;

/** Accessible names for antd's page links. Not with `showTitle`, whose titles are only numbers. @param current the current page */
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
