import type { Language } from '@contract/errors';
import { language, useLanguage } from './language';

// A text is a string, or a function of what it speaks about: `(devices: number) => `${devices} 台设备``.
// biome-ignore lint/suspicious/noExplicitAny: each text has parameters of its own
type Text = string | ((...about: any[]) => string);

type Worded<T> = { [K in keyof T]: T[K] extends string ? string : T[K] };

/** The texts of one feature, in one file of this folder, in both languages: a key that is missing in one does not compile. */
export function texts<T extends Record<string, Text>>(zh: T, en: NoInfer<Worded<T>>): Record<Language, Worded<T>> {
  return { 'zh-CN': zh as Worded<T>, 'en-US': en };
}

/** A feature's texts in the language of now, for components: they follow when it changes. */
export function useTexts<T>(of: Record<Language, T>): T {
  return of[useLanguage()];
}

/** A feature's texts in the language of now, for what is no component. */
export function textsNow<T>(of: Record<Language, T>): T {
  return of[language()];
}

/** A count as it is written in Chinese and in English: big ones are grouped. */
export const zhNumber = (n: number) => n.toLocaleString('zh-CN');
export const enNumber = (n: number) => n.toLocaleString('en-US');
