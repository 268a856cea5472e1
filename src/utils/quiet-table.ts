import type { SpinProps } from 'antd';

/** `loading` of a table whose rows change by themselves: antd would have all of them read out, again and again. */
export const quietTable = { spinning: false, 'aria-live': 'off' } as SpinProps;
