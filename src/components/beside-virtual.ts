import { useLayoutEffect } from 'react';
import { useVirtualDevices } from '@/services/virtual-device';
import { useFocusBack } from './useFocusBack';

/**
 * For a drawer: one stays in it, and may go to the virtual devices of this tab, which then stand over what masks the page
 * (virtual-devices.css). What is under the mask is out of reach either way. When it begins to close, the focus goes back.
 */
export function useBesideVirtual(open: boolean) {
  const isAlone = useVirtualDevices().length === 0;

  // Before the focus goes back to where it came from.
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
