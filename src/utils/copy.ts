/**
 * Copies a text to the clipboard, even if the browser offers the page no clipboard API (plain HTTP in a factory network) or denies it.
 * @returns has it succeeded?
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
  // Added to an open dialog: elements outside it cannot get the focus.
  (focused?.closest('[role=dialog], dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return isCopied;
}
