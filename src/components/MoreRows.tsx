import { Button } from 'antd';

interface MoreRowsProps {
  list?: unknown[];
  total: number;
  loadingMore: boolean;
  loadMore: () => void;
  /** What the button says, and what stands in its place when all are there. */
  texts: { more: string; total: (count: number) => string };
}

/** The end of a list that goes on: a button for the next ones, or how many there are. */
export function MoreRows({ list, total, loadingMore, loadMore, texts }: MoreRowsProps) {
  if (!list || list.length >= total) return <span className="muted">{texts.total(total)}</span>;
  return (
    <Button onClick={loadMore} loading={loadingMore}>
      {texts.more}
    </Button>
  );
}
