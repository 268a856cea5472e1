import type { MouseEvent } from 'react';

/** antd `onRow` props for a row that opens its subject by a click anywhere; styled in parts.css. */
export const rowOpens = (open: () => void) => ({
  className: 'opens',
  onClick: (event: MouseEvent<HTMLElement>) => {
    if (isForRow(event)) open();
  },
});

/** Ignores clicks on controls in the row, clicks in its menus, which are rendered elsewhere, and the end of a text selection. */
const isForRow = ({ target, currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.contains(target as Element) &&
  !(target as Element).closest('a, button, label, input, .ant-table-selection-column') &&
  document.getSelection()?.isCollapsed !== false;
