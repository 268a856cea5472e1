/**
 * An address that was typed or pasted makes an entry that `history` has not numbered: it could hold back neither the way there nor
 * the way back. It gets its number before `history` looks at it: that of the next, or of the same where the address is the same.
 * So this comes before `history` is made: what the window itself hears goes to its listeners in the order they came.
 * @returns to be called wherever `history` has gone
 */
export function numberTypedAddresses(): () => void {
  const now = () => ({ number: window.history.state?.idx ?? 0, href: window.location.href });
  let here = now();
  window.addEventListener('popstate', () => {
    if (window.history.state?.idx !== undefined) return;
    const idx = here.number + (window.location.href === here.href ? 0 : 1);
    // Without a key it would be taken for the page that was loaded first, and begin where that was left.
    window.history.replaceState({ idx, key: Math.random().toString(36).slice(2, 10) }, '');
  });
  return () => {
    here = now();
  };
}
