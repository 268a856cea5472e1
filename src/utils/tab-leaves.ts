import type { KeyboardEvent } from 'react';

/** For a choice of several: Tab goes on, as everywhere. antd would take the suggestion that is highlighted, or give it back, and stay. */
export const tabLeaves = {
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.key === 'Tab') event.stopPropagation();
  },
};
