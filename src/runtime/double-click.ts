/** What lies over a page. */
const LAYER = '.ant-modal-wrap, .ant-drawer';

/**
 * Who double-clicks what opens a dialog or a drawer means it once. The second click finds it open, and would close it by its
 * mask, or press whatever has come to lie under the pointer: there it does nothing.
 */
export function keepDoubleClicks(): void {
  let first: Element | null = null;

  document.addEventListener(
    'click',
    (event) => {
      const layer = (event.target as Element).closest(LAYER);
      if (event.detail < 2) first = layer;
      else if (layer && layer !== first) {
        event.stopPropagation();
        event.preventDefault();
      }
    },
    { capture: true },
  );
}
