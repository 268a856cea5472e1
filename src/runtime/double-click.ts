/** What lies over a page. */
const LAYER = '.ant-modal-wrap, .ant-drawer';

/**
 * Who double-clicks what opens or closes a dialog or a drawer means it once. The second click finds it open, and would close it by
 * its mask, or finds it gone; it would press whatever has come to lie under the pointer, or take the focus from its field: there it
 * does nothing.
 */
export function keepDoubleClicks(): void {
  let first: Element | null = null;

  function heed(event: MouseEvent) {
    const layer = (event.target as Element).closest(LAYER);
    if (event.detail < 2) first = layer;
    else if (layer !== first) {
      event.stopPropagation();
      event.preventDefault();
    }
  }

  for (const part of ['mousedown', 'click'] as const) document.addEventListener(part, heed, { capture: true });
}
