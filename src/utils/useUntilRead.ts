import { useTimeout } from 'ahooks';
import { useState } from 'react';

/** Ends a temporary display after a while, unless it is hovered or focused. @returns listeners for its element */
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
