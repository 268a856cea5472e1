import { useSyncExternalStore } from 'react';

/** A short message over the page. */
export interface Toast {
  id: number;
  kind: 'success' | 'warning' | 'error' | 'notification';
  text: string;
  title?: string;
  /** Shown for the operator if the platform is at fault. */
  requestId?: string;
  /** Shown until closed. */
  isLasting?: boolean;
}

let shown: readonly Toast[] = [];
const inPlace: string[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows messages over the page, from anywhere. A repeated message that is still shown is not doubled. */
export const toast = {
  success: (text: string) => show({ kind: 'success', text }),
  warning: (text: string, requestId?: string) => show({ kind: 'warning', text, requestId }),
  /** A message that stays until it is closed. */
  lasting: (text: string, title?: string) => show({ kind: title ? 'notification' : 'warning', text, title, isLasting: true }),
  error: (text: string, requestId?: string) => show({ kind: 'error', text, requestId }),
  notify: (title: string, text: string, requestId?: string) => show({ kind: 'notification', title, text, requestId }),
  close: (id: number) => replace(shown.filter((other) => other.id !== id)),
};

/** Declares that the page shows this error in place, so that it is not also shown as a toast. @returns a function that undoes it */
export function sayInPlace(text: string): () => void {
  inPlace.push(text);
  replace(shown.filter((one) => one.kind !== 'error' || one.text !== text));
  return () => void inPlace.splice(inPlace.indexOf(text), 1);
}

export const isSaidInPlace = (text: string): boolean => inPlace.includes(text);

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => shown);

/** @returns the id, for closing it early */
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
