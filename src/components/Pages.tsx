import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Pagination, type PaginationProps } from 'antd';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

/** The numbers of pages, and the way to them. */
export const Pages = (props: PaginationProps) => <Pagination {...props} itemRender={usePageItem(props.current)} />;

/** What antd's pages say to who does not see them: where each leads, and which one it is. @param current the page that is shown */
export function usePageItem(current = 1): NonNullable<PaginationProps['itemRender']> {
  const t = useTexts(frameTexts);
  return (page, kind, item) => {
    if (kind === 'prev' || kind === 'next') {
      return (
        <button type="button" className="ant-pagination-item-link" tabIndex={-1} aria-label={kind === 'prev' ? t.prevPage : t.nextPage}>
          {kind === 'prev' ? <LeftOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        </button>
      );
    }
    if (kind !== 'page') return item;
    return (
      // biome-ignore lint/a11y: antd makes the item around it the one to press; its look is that of a link
      <a role="button" aria-label={t.pageOf(page)} aria-current={page === current ? 'page' : undefined}>
        {page}
      </a>
    );
  };
}
