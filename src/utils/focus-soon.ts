/** What has just come is filled in next, and who takes something away goes on beside it: the first field in the first of these that is there. */
export function focusSoon(...ids: string[]) {
  setTimeout(() => {
    const place = ids.map((id) => document.getElementById(id)).find((one) => one !== null);
    const field = place?.matches(FIELDS) ? place : place?.querySelector<HTMLElement>(FIELDS);
    field?.focus();
  });
}

const FIELDS = 'input, textarea, button';
