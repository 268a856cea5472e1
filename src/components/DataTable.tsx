import { type SpinProps, Table, type TableProps } from 'antd';
import { usePageItem } from './Pages';

/** `loading` for a table with live rows: otherwise antd would have all of them announced again and again. */
export const quietTable = { spinning: false, 'aria-live': 'off' } as SpinProps;

/** antd's table, made accessible: it is not announced as a whole, and its page links have names. */
export function DataTable<Row extends object>({ pagination, ...props }: TableProps<Row>) {
  const itemRender = usePageItem(pagination ? pagination.current : undefined);
  return (
    <Table<Row> loading={quietTable} pagination={pagination !== false && { itemRender, showTitle: false, ...pagination }} {...props} />
  );
}
