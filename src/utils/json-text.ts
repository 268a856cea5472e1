import { isNoNumber, isTooLarge, pathTo } from '@contract/config-document';
import type { FailureDetail } from '@contract/errors';
import { withoutRounding } from '@contract/exact-json';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { type JSONPath, visit } from 'jsonc-parser';
import { jsonTexts } from '@/locales/json';
import { textsNow } from '@/locales/texts';

/** The typed text, by path, of numbers that a double cannot represent: their values only say "too large" or NaN. */
export type Typed = Map<string, string>;

/** Marks an infinite number, which JSON.stringify would turn into null, and null removes a value. */
const BEYOND = '\u{10ffff} beyond ';
const MARKED = new RegExp(`"${BEYOND}([^"]*)"`, 'g');
/** A number in JSON's form; people type others, too. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[-+]?\d+)?$/i;

/** Far deeper than any saved document, but safe for recursive functions. */
const MAX_DEPTH = 500;
/** Strings, which are skipped, and the brackets and line breaks that are counted. */
const COUNTED = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[[\]{}\n]/g;

/** Formats a document for editing: two spaces, one value per line. Numbers that are too large stay too large. */
export const textOf = (document: unknown, typed: Typed = new Map()): string =>
  JSON.stringify(asTyped(document as Json, typed, '', marked), null, 2)?.replace(MARKED, '$1');

const marked = (text: string) => `${BEYOND}${NUMBER.test(text) ? text : '1e999'}`;

/** Replaces unrepresentable numbers in a value by their typed text, if known. */
export function asTyped(value: Json, typed: Typed, path: string, tooLarge = (text: string) => text): Json {
  if (isNoNumber(value)) return typed.get(path) ?? '?';
  if (isTooLarge(value)) return tooLarge(typed.get(path) ?? '1e999');
  if (Array.isArray(value)) return value.map((one, n) => asTyped(one, typed, pathTo(path, n), tooLarge));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asTyped(one, typed, pathTo(path, key), tooLarge)]));
}

/** Adjusts typed texts to moved list entries. @param to the new index of an entry; undefined: it was removed */
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

/** Parses typed text as an object, or says why it is none. @param separator between the keys of a path */
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

/** The line in which brackets exceed MAX_DEPTH. */
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

/** Finds what JSON.parse does not report: the line of a syntax error, duplicate keys, and how numbers are written. */
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
