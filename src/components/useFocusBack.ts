import { useEffect, useRef, useState } from 'react';

/**
 * For a drawer, which lets clicks through to the page before it is gone: the focus goes back to where it came from when the drawer begins
 * to close, not when it is gone and one types elsewhere already.
 * @returns how antd's drawer treats the focus
 */
export function useFocusBack(open: boolean) {
  const [opener] = useState(() => document.activeElement);
  const wasOpen = useRef(open);

  // Not sooner: the drawer would take it back.
  useEffect(() => {
    if (wasOpen.current && !open && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    wasOpen.current = open;
  }, [open, opener]);

  return { focusTriggerAfterClose: false };
}
