/**
 * A typed or pasted address makes a history entry without the index of `history`, which then can block neither this navigation nor the
 * way back. The entry gets its index here before `history` sees it: the next one, or the same for an unchanged address. Call this before
 * `history` is created: window listeners run in the order of registration.
 * @returns to be called after every navigation of `history`
 */
export function numberTypedAddresses(): () => void {
  const now = () => ({ number: window.history.state?.idx ?? 0, href: window.location.href });
  let here = now();
  window.addEventListener('popstate', () => {
    if (window.history.state?.idx !== undefined) return;
    const idx = here.number + (window.location.href === here.href ? 0 : 1);
    // Without a key it would be taken for the first page loaded, and get its scroll position.
    window.history.replaceState({ idx, key: Math.random().toString(36).slice(2, 10) }, '');
  });
  return () => {
    here = now();
  };
}
