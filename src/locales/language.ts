import { type Language, languages } from '@contract/errors';
import { useSyncExternalStore } from 'react';

/** Each language by its own name: who needs to change it may not read the language of now. */
export const languageNames: Record<Language, string> = { 'zh-CN': '中文', 'en-US': 'English' };

const KEY = 'language';
const listeners = new Set<() => void>();

/** The language the console speaks: zh-CN until the user chooses another, whatever the browser says. */
export function language(): Language {
  const kept = localStorage.getItem(KEY);
  return languages.find((known) => known === kept) ?? 'zh-CN';
}

export function speak(chosen: Language): void {
  localStorage.setItem(KEY, chosen);
  tell();
}

function tell() {
  document.documentElement.lang = language();
  for (const listener of listeners) listener();
}

/** All tabs speak the same: one that only reads it would be half of each. */
const heardElsewhere = ({ key }: StorageEvent) => key === KEY && tell();

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', heardElsewhere);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', heardElsewhere);
  };
}
