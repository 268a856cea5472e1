/** What lies over a page. */
const LAYER = '.ant-modal-wrap, .ant-drawer';

/**
 * Who double-clicks what opens or closes a dialog or a drawer means it once. The second click meets another layer than the first, or
 * none any more: it would close by its mask what has opened, take the focus from its field, or press what the dialog lay over. It does
 * nothing.
 */
export function keepDoubleClicks(): void {
  let firstLayer: Element | null = null;

  function heed(event: MouseEvent) {
    const layer = (event.target as Element).closest(LAYER);
    if (event.detail < 2) firstLayer = layer;
    else if (layer !== firstLayer) {
      event.stopPropagation();
      event.preventDefault();
    }
  }

  for (const part of ['mousedown', 'click'] as const) document.addEventListener(part, heed, { capture: true });
}
