/** Leads to the first wrong value in the order of the page. @returns false when none of them has a place in the form */
export function goToFirstFault(): boolean {
  const fault = document.querySelector('.config-form .config-faults [role="alert"]');
  const place = fault?.closest('.config-item, .config-row');
  if (!place) return false;
  const section = place.closest('details');
  if (section) section.open = true;
  place.scrollIntoView({ block: 'center' });
  place.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
  return true;
}
