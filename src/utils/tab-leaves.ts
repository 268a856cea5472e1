import type { KeyboardEvent } from 'react';

/** Makes Tab leave a multiple select, as usual. antd would select or deselect the highlighted option and stay. */
export const tabLeaves = {
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.key === 'Tab') event.stopPropagation();
  },
};
