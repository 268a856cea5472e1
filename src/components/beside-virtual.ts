import { useLayoutEffect } from 'react';
import { useVirtualDevices } from '@/services/virtual-device';
import { useFocusBack } from './useFocusBack';

/**
 * For a drawer: the focus stays in it, but may move to the virtual devices of this tab, which are shown above the mask
 * (virtual-devices.css). The page below the mask is inert either way. When the drawer begins to close, the focus returns.
 */
export function useBesideVirtual(open: boolean) {
  const isAlone = useVirtualDevices().length === 0;

  // In a layout effect: undone before the focus returns to where it was.
  useLayoutEffect(() => {
    if (!open || isAlone) return;
    const masked = document.querySelectorAll<HTMLElement>('.frame > :not(.virtual-devices)');
    for (const part of masked) part.inert = true;
    return () => {
      for (const part of masked) part.inert = false;
    };
  }, [open, isAlone]);

  const focus = useFocusBack(open);
  return { focusable: { ...focus, trap: isAlone }, 'aria-modal': isAlone };
}
