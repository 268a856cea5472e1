/**
 * Whether someone is at an element: has the pointer over it, or the keyboard in it. Where there is no pointer that hovers, one may be at
 * it all the time.
 */
export const isAt = (element: Element | null): boolean =>
  element !== null &&
  (matchMedia('(hover: none)').matches || element.matches(':hover') || element.querySelector(':focus-visible') !== null);
