import { Button } from 'antd';

interface MoreRowsProps {
  list?: unknown[];
  total: number;
  loadingMore: boolean;
  loadMore: () => void;
  /** The text of the button, and the text that replaces it when all rows are loaded. */
  texts: { more: string; total: (count: number) => string };
}

/** The end of a list: a button for more rows, or the total. */
export function MoreRows({ list, total, loadingMore, loadMore, texts }: MoreRowsProps) {
  if (!list || list.length >= total) return <span className="muted">{texts.total(total)}</span>;
  return (
    <Button onClick={loadMore} loading={loadingMore}>
      {texts.more}
    </Button>
  );
}
