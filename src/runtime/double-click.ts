/** Layers over a page. */
const LAYER = '.ant-modal-wrap, .ant-drawer';

/**
 * Ignores the second click of a double click that opens or closes a dialog or a drawer. It hits another layer than the first click, or
 * none: it would close the new layer by its mask, take the focus from its field, or press what was below it.
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
