const REMEMBERED = 30;
/** The frame around the page: not a place to return the focus to. */
const FRAME = '.skip-link, .frame-top, .frame-sider';

/** A part of a page whose elements replace each other: it gets the focus of a removed one, rather than a button in the same place. */
const PART = '[data-keeps-focus=true]';

interface Place {
  element: HTMLElement;
  page: string;
  part: HTMLElement | null;
}

/**
 * Keeps the keyboard focus from being lost when its element goes away (a row is deleted, a dialog closes whose opener was in a menu, a
 * button is disabled): it returns to the last focused element on this page that still exists, or to the part that keeps it, or else to
 * the dialog that is open, or else to the page's content. A dialog that opens gets it in its first field, or else on its first button.
 */
export function keepFocus(): void {
  let trail: Place[] = [];
  let isWanted = false;
  const begun = new WeakSet<Element>();

  document.addEventListener('focusin', ({ target }) => {
    const element = target as HTMLElement;
    const dialog = element.matches('.ant-modal-close') && element.closest('[role=dialog]');
    if (dialog && !begun.has(dialog)) {
      begun.add(dialog);
      beginningOf(dialog)?.focus();
    }
    // An open dialog may take the focus back at once.
    queueMicrotask(() => document.activeElement === element && come(element));
  });

  document.addEventListener('focusout', ({ relatedTarget }) => {
    // Checked later: during the event the removed element is still connected.
    if (!relatedTarget) queueMicrotask(left);
  });

  // Enter in a menu opens a dialog while it is still down: it must not also press the dialog's focused button.
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.target as Element).matches('[role=menuitem]')) event.preventDefault();
  });

  // The next page may render only after the last one was removed.
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });

  function come(element: HTMLElement) {
    const others = trail.filter((one) => one.element !== element && (one.element.isConnected || one.part?.isConnected));
    trail = [...others, { element, page: pageNow(), part: element.closest<HTMLElement>(PART) }].slice(-REMEMBERED);
    isWanted = true;
  }

  function left() {
    // A click beside everything, or a move to the browser's own bar, is no loss.
    if (isNowhere() && isUsable(trail.at(-1)?.element)) isWanted = false;
    restore();
  }

  function restore() {
    if (!isWanted || !isNowhere() || isUsable(trail.at(-1)?.element)) return;
    // A closing menu returns the focus to its button, even in the frame.
    const isOfMenu = trail.at(-1)?.element.matches('[role=menuitem]');
    const isMeant = ({ element }: Place) => !element.closest(FRAME) || (isOfMenu && element.matches('[aria-haspopup]'));
    const before = trail.findLast(
      (place) => place.page === pageNow() && (isUsable(place.element) || isUsable(place.part)) && isMeant(place),
    );
    const place = isUsable(before?.element) ? before?.element : before ? atItself(before.part) : (openDialog() ?? content());
    place?.focus({ preventScroll: true });
  }
}

/** The first field or button, rather than antd's close button. In a group of radio buttons, the selected one. */
function beginningOf(dialog: Element) {
  const first = dialog.querySelector<HTMLElement>('.ant-modal-body :is(input, textarea):enabled, .ant-modal-footer button:enabled');
  if (!(first instanceof HTMLInputElement && first.type === 'radio')) return first;
  const made = dialog.querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...made].find(({ name }) => name === first.name) ?? first;
}

/** The first button of the dialog or drawer on top, if there is one. */
function openDialog() {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].findLast(isUsable);
  return dialog?.querySelector<HTMLElement>('button:enabled');
}

/** The page's content, without the bar and the menu. */
export const content = (): HTMLElement | null => atItself(document.querySelector('main'));

/** Makes an element focusable by script, but not by Tab. */
function atItself(element: HTMLElement | null): HTMLElement | null {
  if (element) element.tabIndex = -1;
  return element;
}

const isNowhere = () => document.hasFocus() && document.activeElement === document.body;

const pageNow = () => location.hash.split('?')[0] ?? '';

const isUsable = (element?: HTMLElement | null) =>
  element?.isConnected &&
  element.getClientRects().length > 0 &&
  getComputedStyle(element).visibility === 'visible' &&
  !element.matches(':disabled, [inert], [inert] *');
