import { z } from 'zod';
import { rule } from './field-text';

/** What nobody sees: blanks, and what comes along from chats and word processors, as zero-width spaces do. */
const UNSEEN = /[\s\u00AD\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\u3164\uFEFF\uFFA0]/;

/** A text without these signs around it. Not by one pattern: it would begin again at each of many blanks in the middle. */
export function stripped(text: string, around: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && around.test(text.charAt(from))) from++;
  while (to > from && around.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

/** A text without what nobody sees around it. */
export const withoutUnseen = (text: string) => stripped(text, UNSEEN);

/** Control characters, halves of a character, and what turns round the words after it: of a character class. */
export const UNFIT = '\\p{Cc}\\p{Cs}\\u202A-\\u202E\\u2066-\\u2069';
const LINE = new RegExp(`^[^${UNFIT}]*$`, 'u');
const LINES = new RegExp(`^(?:[^${UNFIT}]|[\\n\\r\\t])*$`, 'u');

/** One line of text: no control characters, none that turn round what follows them, no halves of a character. PostgreSQL could not even keep some of them. */
export const line = (max: number) => z.string().overwrite(withoutUnseen).max(max).regex(LINE, rule('line'));

/** The same with line breaks and tabs. */
export const lines = (max: number) => z.string().overwrite(withoutUnseen).max(max).regex(LINES, rule('line'));
