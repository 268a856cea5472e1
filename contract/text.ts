import { z } from 'zod';
import { rule } from './field-text';

const UNSEEN = String.raw`[\s\u{AD}\u{115F}\u{1160}\u{180E}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{3164}\u{FEFF}\u{FFA0}]`;
/** What nobody sees around a text: blanks, and what comes along from chats and word processors, as zero-width spaces do. */
const UNSEEN_AROUND = new RegExp(`^${UNSEEN}+|${UNSEEN}+$`, 'gu');
const withoutUnseen = (text: string) => text.replace(UNSEEN_AROUND, '');

/** One line of text: no control characters, no halves of a character. PostgreSQL could not even keep some of them. */
export const line = (max: number) =>
  z
    .string()
    .overwrite(withoutUnseen)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, rule('line'));

/** The same with line breaks and tabs. */
export const lines = (max: number) =>
  z
    .string()
    .overwrite(withoutUnseen)
    .max(max)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, rule('line'));
