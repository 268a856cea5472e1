/** After something was added or removed: focuses the first field in the first of these elements that exists, after the next render. */
export function focusSoon(...ids: string[]) {
  setTimeout(() => {
    const place = ids.map((id) => document.getElementById(id)).find((one) => one !== null);
    const field = place?.matches(FIELDS) ? place : place?.querySelector<HTMLElement>(FIELDS);
    field?.focus();
  });
}

const FIELDS = 'input, textarea, button';
