import { z } from 'zod';
import { rule } from './field-text';

/** One line of text: no control characters, no halves of a character. PostgreSQL could not even keep some of them. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, rule('line'));

/** The same with line breaks and tabs. */
export const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, rule('line'));
