/** Puts a text on the clipboard, also where the browser offers it no clipboard: a console on plain http in a factory network. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement('textarea'), { value: text });
  field.style.cssText = 'position:fixed;opacity:0';
  const focused = document.activeElement as HTMLElement | null;
  // Inside an open dialog the rest of the page cannot take the focus.
  (focused?.closest('[role=dialog], dialog') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  focused?.focus();
}
