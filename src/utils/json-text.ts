import { isNoNumber, isTooLarge, pathTo } from '@contract/config-document';
import type { FailureDetail } from '@contract/errors';
import { withoutRounding } from '@contract/exact-json';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { type JSONPath, visit } from 'jsonc-parser';
import { jsonTexts } from '@/locales/json';
import { textsNow } from '@/locales/texts';

/** Numbers that cannot be kept, as they were typed, by their places: their values say only that they are too large, or none. */
export type Typed = Map<string, string>;

/** Stands for a number beyond all numbers, of which JSON would make null: that takes a value away. */
const BEYOND = '\u{10ffff} beyond ';
const MARKED = new RegExp(`"${BEYOND}([^"]*)"`, 'g');
/** People write numbers in more ways than JSON. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[-+]?\d+)?$/i;

/** Far deeper than anything that is saved; whatever walks a document comes back from there. */
const MAX_DEPTH = 500;
/** Texts, which are passed over, and what is counted of JSON. */
const COUNTED = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[[\]{}\n]/g;

/** A document as it is typed: two spaces, one value a line. What was too large to be kept is too large here, too. */
export const textOf = (document: unknown, typed: Typed = new Map()): string =>
  JSON.stringify(asTyped(document as Json, typed, '', marked), null, 2)?.replace(MARKED, '$1');

const marked = (text: string) => `${BEYOND}${NUMBER.test(text) ? text : '1e999'}`;

/** A value with texts for the numbers in it that cannot be kept: as they were typed, as far as that is known. */
export function asTyped(value: Json, typed: Typed, path: string, tooLarge = (text: string) => text): Json {
  if (isNoNumber(value)) return typed.get(path) ?? '?';
  if (isTooLarge(value)) return tooLarge(typed.get(path) ?? '1e999');
  if (Array.isArray(value)) return value.map((one, n) => asTyped(one, typed, pathTo(path, n), tooLarge));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asTyped(one, typed, pathTo(path, key), tooLarge)]));
}

/** Entries of a list have moved, and what was typed in them goes with them. @param to the new number of an entry; undefined: it was taken out */
export function renumber(typed: Typed, list: string, to: (n: number) => number | undefined): void {
  const inside = [...typed].filter(([place]) => place.startsWith(`${list}.`));
  for (const [place] of inside) typed.delete(place);
  for (const [place, text] of inside) {
    const [n, ...inner] = place.slice(list.length + 1).split('.');
    const next = to(Number(n));
    if (next !== undefined) typed.set([list, next, ...inner].join('.'), text);
  }
}

interface Read {
  document: JsonObject;
  typed: Typed;
  fault?: undefined;
}

/** What was typed, as an object; or why it is none. @param separator between the keys of a place */
export function objectOf(text: string, separator = '.'): Read | { document?: undefined; typed?: undefined; fault: FailureDetail } {
  const t = textsNow(jsonTexts);
  const tooDeep = tooDeepAt(text);
  if (tooDeep !== undefined) return { fault: { path: '', message: t.tooDeep(tooDeep) } };
  const { line, twice, typed } = lookAt(text, separator);
  try {
    const document: unknown = JSON.parse(withoutRounding(text));
    if (!isObject(document)) return { fault: { path: '', message: t.notObject } };
    return twice ? { fault: { path: twice.join(separator), message: t.twice(String(twice.at(-1))) } } : { document, typed };
  } catch {
    return { fault: { path: '', message: t.syntax(line) } };
  }
}

/** The line in which brackets stand deeper in each other than anything here could follow. */
function tooDeepAt(text: string): number | undefined {
  let [depth, line] = [0, 1];
  for (const [token] of text.matchAll(COUNTED)) {
    if (token === '\n') line += 1;
    else if (token === ']' || token === '}') depth = Math.max(0, depth - 1);
    else if (token === '[' || token === '{') depth += 1;
    if (depth > MAX_DEPTH) return line;
  }
  return undefined;
}

/** What a parser of values passes over: where a text stops being JSON, a key that is there twice, and how numbers are written. */
function lookAt(text: string, separator: string) {
  const typed: Typed = new Map();
  const keys: Set<string>[] = [];
  let line: number | undefined;
  let twice: JSONPath | undefined;
  visit(
    text,
    {
      onObjectBegin: () => void keys.push(new Set()),
      onObjectEnd: () => void keys.pop(),
      onObjectProperty(key, _offset, _length, _line, _character, path) {
        if (keys.at(-1)?.has(key)) twice ??= [...path(), key];
        keys.at(-1)?.add(key);
      },
      onLiteralValue(value, offset, length, _line, _character, path) {
        const source = text.slice(offset, offset + length);
        if (typeof value === 'number' && isTooLarge(Number(withoutRounding(source)))) typed.set(path().join(separator), source);
      },
      onError: (_error, _offset, _length, at) => {
        line ??= at + 1;
      },
    },
    { disallowComments: true },
  );
  return { line: line ?? 1, twice, typed };
}
