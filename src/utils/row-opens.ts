import type { MouseEvent } from 'react';

/** What a row of a table is given that opens what it is about by a click anywhere: antd's `onRow`, its look in parts.css. */
export const rowOpens = (open: () => void) => ({
  className: 'opens',
  onClick: (event: MouseEvent<HTMLElement>) => {
    if (isForRow(event)) open();
  },
});

/** Not for what is in the row, nor for a menu of it that lies elsewhere, nor the end of marking a part of it to copy. */
const isForRow = ({ target, currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.contains(target as Element) &&
  !(target as Element).closest('a, button, label, input, .ant-table-selection-column') &&
  document.getSelection()?.isCollapsed !== false;
