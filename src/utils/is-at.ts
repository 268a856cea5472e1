/**
 * Is the user at an element, with the pointer or the keyboard focus? On devices without hover always true, because there the user might
 * be at any element.
 */
export const isAt = (element: Element | null): boolean =>
  element !== null &&
  (matchMedia('(hover: none)').matches || element.matches(':hover') || element.querySelector(':focus-visible') !== null);
