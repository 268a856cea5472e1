import { history } from '@umijs/max';

/**
 * An address that was typed or pasted makes an entry that `history` has not numbered: it could hold back neither the way there nor
 * the way back. It gets its number before `history` looks at it: that of the next, or of the same where the address is the same.
 */
export function numberTypedAddresses(): void {
  const now = () => ({ number: window.history.state?.idx ?? 0, href: window.location.href });
  let here = now();
  history.listen(() => {
    here = now();
  });
  // Heard on its way down, before `history` hears of it.
  window.addEventListener('popstate', numberThis, { capture: true });

  function numberThis() {
    if (window.history.state?.idx !== undefined) return;
    window.history.replaceState({ idx: here.number + (window.location.href === here.href ? 0 : 1) }, '');
  }
}
