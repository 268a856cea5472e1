/** Leads to the first wrong value in the order of the page, form or JSON. @returns false when none of them has a place there */
export function goToFirstFault(): boolean {
  const inJson = document.querySelector<HTMLElement>('.config-json-view .json-field-faults button');
  if (inJson) {
    inJson.click();
    return true;
  }
  const fault = document.querySelector('.config-form .config-faults [role="alert"]');
  const place = fault?.closest('.config-item, .config-row, .config-group, .config-section');
  if (!place) return false;
  const section = place.closest('details');
  if (section) section.open = true;
  place.scrollIntoView({ block: 'center' });
  place.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
  return true;
}
