import { useEffect, useRef } from 'react';
import { FOCUS_REFRESH_MS } from '../../config/defaults';

/** Refreshes when the window gets the focus, like `useRead`, but not right after the last time. */
export function useRefreshOnFocus(refresh: () => Promise<void>) {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    let asked = Date.now();
    const focused = () => {
      if (document.hidden || Date.now() - asked < FOCUS_REFRESH_MS) return;
      asked = Date.now();
      void latest.current();
    };
    document.addEventListener('visibilitychange', focused);
    window.addEventListener('focus', focused);
    return () => {
      document.removeEventListener('visibilitychange', focused);
      window.removeEventListener('focus', focused);
    };
  }, []);
}
