/** How many places are remembered. */
const REMEMBERED = 30;
/** What is around the page, where nothing on it was begun. */
const FRAME = '.skip-link, .frame-top, .frame-sider';

/** A part of a page in which one thing takes another's place: where what had the focus is gone, the part has it, and nothing that would be pressed in its stead. */
const PART = '[data-keeps-focus=true]';

interface Place {
  element: HTMLElement;
  page: string;
  part: HTMLElement | null;
}

/**
 * Nobody at a keyboard is thrown back to the top of the window. When what has the focus goes away (a row is deleted, a dialog
 * closes whose opener stood in a menu, a button is switched off), the focus goes back the way it came: to the last place on this
 * page that is still there, or to the part of it that keeps it, or else to the page's content. A dialog that opens has it at its first field, or else its first button.
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
    // A dialog takes back at once what leaves it.
    queueMicrotask(() => document.activeElement === element && come(element));
  });

  document.addEventListener('focusout', ({ relatedTarget }) => {
    // What is being removed still looks as if it were there.
    if (!relatedTarget) queueMicrotask(left);
  });

  // A menu closes and a dialog opens while Enter is still down: it must not also press what has the focus then.
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.target as Element).matches('[role=menuitem]')) event.preventDefault();
  });

  // The page that comes may be later than the one that went.
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });

  function come(element: HTMLElement) {
    const others = trail.filter((one) => one.element !== element && (one.element.isConnected || one.part?.isConnected));
    trail = [...others, { element, page: pageNow(), part: element.closest<HTMLElement>(PART) }].slice(-REMEMBERED);
    isWanted = true;
  }

  function left() {
    // Somebody clicked beside everything, or went on to the browser's own bar.
    if (isNowhere() && isUsable(trail.at(-1)?.element)) isWanted = false;
    restore();
  }

  function restore() {
    if (!isWanted || !isNowhere() || isUsable(trail.at(-1)?.element)) return;
    // A menu that closes gives it back to its button, wherever that is.
    const isOfMenu = trail.at(-1)?.element.matches('[role=menuitem]');
    const isMeant = ({ element }: Place) => !element.closest(FRAME) || (isOfMenu && element.matches('[aria-haspopup]'));
    const before = trail.findLast(
      (place) => place.page === pageNow() && (isUsable(place.element) || isUsable(place.part)) && isMeant(place),
    );
    const place = isUsable(before?.element) ? before?.element : before ? atItself(before.part) : content();
    place?.focus({ preventScroll: true });
  }
}

/** antd would begin at the cross that closes. Of a choice, the one that is made. */
function beginningOf(dialog: Element) {
  const first = dialog.querySelector<HTMLElement>('.ant-modal-body :is(input, textarea):enabled, .ant-modal-footer button:enabled');
  if (!(first instanceof HTMLInputElement && first.type === 'radio')) return first;
  const made = dialog.querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...made].find(({ name }) => name === first.name) ?? first;
}

/** Where the page begins, behind the bar and the menu. */
export const content = (): HTMLElement | null => atItself(document.querySelector('main'));

/** It can have the focus, but nobody comes to it by Tab. */
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
  !element.matches(':disabled, [inert] *');
