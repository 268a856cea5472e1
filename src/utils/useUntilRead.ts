import { useTimeout } from 'ahooks';
import { useState } from 'react';

/** Ends by itself what is shown for a while, but not while it is pointed at or has the focus. @returns what its element listens to */
export function useUntilRead(end: () => void, shownMs?: number) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  useTimeout(end, isPointedAt || hasFocus ? undefined : shownMs);
  return {
    onMouseEnter: () => setPointedAt(true),
    onMouseLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
}
