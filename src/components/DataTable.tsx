import { type SpinProps, Table, type TableProps } from 'antd';
import { usePageItem } from './Pages';

/** `loading` of a table whose rows change by themselves: antd would have all of them read out, again and again. */
export const quietTable = { spinning: false, 'aria-live': 'off' } as SpinProps;

/** antd's table for who does not see it, too: it is not read out by itself, and its pages have names. */
export function DataTable<Row extends object>({ pagination, ...props }: TableProps<Row>) {
  const itemRender = usePageItem(pagination ? pagination.current : undefined);
  return (
    <Table<Row> loading={quietTable} pagination={pagination !== false && { itemRender, showTitle: false, ...pagination }} {...props} />
  );
}
