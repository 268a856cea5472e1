import { z } from 'zod';
import { rule } from '../contract/field-text';
import { InvalidInput } from './errors';

const NUL_ESCAPED = /(?<!\\)(\\\\)*\\u0000/;
/** Deeper there is no field of anybody's. */
const MAX_DEPTH = 32;

/** What is said of JSON that holds U+0000, at its field: PostgreSQL keeps none in text, and no name needs one. */
export function nulIn(text: string, value: unknown): InvalidInput | undefined {
  if (!NUL_ESCAPED.test(text)) return undefined;
  return new InvalidInput(
    'body',
    new z.ZodError([{ code: 'custom', path: pathOfNul(value, 0) ?? [], message: rule('line'), input: value }]),
  );
}

function pathOfNul(value: unknown, depth: number): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? [] : undefined;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (key.includes('\0')) return [];
    const path = pathOfNul(inner, depth + 1);
    if (path) return [key, ...path];
  }
  return undefined;
}
