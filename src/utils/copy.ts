/**
 * Puts a text on the clipboard, also where the browser offers it no clipboard (a console on plain http in a factory network) or keeps it
 * from the page. @returns whether it is there
 */
export async function copy(text: string): Promise<boolean> {
  const isWritten = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (await isWritten) return true;
  const field = Object.assign(document.createElement('textarea'), { value: text });
  field.style.cssText = 'position:fixed;opacity:0';
  const focused = document.activeElement as HTMLElement | null;
  // Inside an open dialog the rest of the page cannot take the focus.
  (focused?.closest('[role=dialog], dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return isCopied;
}
