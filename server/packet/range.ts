import { merged, type Span } from './downloads';

/** No genuine download asks for more ranges at once. */
const MOST_RANGES = 16;

/**
 * Parses a `Range` header (RFC 9110, 14.2). @returns its spans, sorted and without overlaps; `beyond` if none of them is satisfiable;
 * undefined if the header is to be ignored, and the whole content sent.
 */
export function rangesOf(header: string | undefined, size: number): Span[] | 'beyond' | undefined {
  const [, list] = /^bytes=(.+)$/i.exec(header?.trim() ?? '') ?? [];
  if (list === undefined) return undefined;
  const asked = list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (asked.length === 0) return undefined;
  const spans: Span[] = [];
  for (const part of asked) {
    const [, first, last] = /^(\d*)-(\d*)$/.exec(part) ?? [];
    if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
    if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
    const span: Span =
      first === ''
        ? [Math.max(0, size - Number(last)), size - 1]
        : [Number(first), Math.min(last === '' ? size - 1 : Number(last), size - 1)];
    if (span[0] <= span[1]) spans.push(span);
  }
  if (spans.length === 0) return 'beyond';
  const pieces = merged(spans);
  return pieces.length > MOST_RANGES ? undefined : pieces;
}
