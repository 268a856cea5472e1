import { useSyncExternalStore } from 'react';

/** A short message over the page. */
export interface Toast {
  id: number;
  kind: 'success' | 'warning' | 'error' | 'notification';
  text: string;
  title?: string;
  /** For the operator, when the platform is at fault. */
  requestId?: string;
  /** It is shown until it is closed. */
  isLasting?: boolean;
}

let shown: readonly Toast[] = [];
const inPlace: string[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Says something over the page, from anywhere. The same thing said again while it is still there is said once. */
export const toast = {
  success: (text: string) => show({ kind: 'success', text }),
  warning: (text: string, requestId?: string) => show({ kind: 'warning', text, requestId }),
  /** Until it is closed. */
  lasting: (text: string, title?: string) => show({ kind: title ? 'notification' : 'warning', text, title, isLasting: true }),
  error: (text: string, requestId?: string) => show({ kind: 'error', text, requestId }),
  notify: (title: string, text: string, requestId?: string) => show({ kind: 'notification', title, text, requestId }),
  close: (id: number) => replace(shown.filter((other) => other.id !== id)),
};

/** The page says this error in the place of what could not be read: it is not said over the page too. @returns the page says it no longer */
export function sayInPlace(text: string): () => void {
  inPlace.push(text);
  replace(shown.filter((one) => one.kind !== 'error' || one.text !== text));
  return () => void inPlace.splice(inPlace.indexOf(text), 1);
}

export const isSaidInPlace = (text: string): boolean => inPlace.includes(text);

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => shown);

/** @returns its id, to close it before its time */
function show(said: Omit<Toast, 'id'>): number {
  const others = shown.filter(({ kind, text }) => kind !== said.kind || text !== said.text);
  lastId += 1;
  replace([...others, { ...said, id: lastId }]);
  return lastId;
}

function replace(toasts: readonly Toast[]) {
  shown = toasts;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
