import { MAX_CONFIG_DEPTH } from './config';
import type { FailureDetail, Language } from './errors';
import { isObject, type Json, type JsonObject } from './merge-patch';

const KEY = /^[A-Za-z0-9_]{1,64}$/;
/** Keys that mean something else to JavaScript than to JSON. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];
/** At most this many faults are reported per document. */
const MAX_ISSUES = 50;
/** Relative: a number that went through a device's 32-bit float counts as unchanged. Integers are compared exactly. */
const TOLERANCE = 1e-6;

/** Why this can be no key of a configuration; undefined: it can. */
export function wrongKey(key: string): [zh: string, en: string] | undefined {
  if (FORBIDDEN.includes(key)) return [`${key} 为系统保留，不能用作键名`, `${key} is reserved: this key is not allowed`];
  if (KEY.test(key)) return undefined;
  return ['键名只能包含字母、数字和下划线，最多 64 个字符', 'Keys are letters, digits and _ only, at most 64 characters'];
}

/** Integers that JavaScript would round are read as Infinity, too (`withoutRounding`). */
export const isTooLarge = (value: Json): boolean => typeof value === 'number' && Math.abs(value) === Number.POSITIVE_INFINITY;
export const TOO_LARGE: [zh: string, en: string] = ['数字过大，无法精确保存', 'Too large to be kept exactly'];
/** NaN stands for text in a number field that is not a number. JSON cannot express it: it occurs in the console only. */
export const isNoNumber = (value: Json | undefined): boolean => Number.isNaN(value);

export const pathTo = (path: string, step: string | number): string => (path === '' ? String(step) : `${path}.${step}`);

/** The size of a value's JSON text in bytes (UTF-8). */
export function bytesOf(value: Json): number {
  const text = JSON.stringify(value);
  let bytes = text.length;
  // The two surrogates of a pair take 4 bytes together, so each counts 2; JSON.stringify escapes lone ones.
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) bytes += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/** Faults of a configuration or a patch that no schema could allow: too deep, bad keys, invalid numbers. */
export function documentIssues(document: Json, language: Language): FailureDetail[] {
  const issues: FailureDetail[] = [];
  const say = (path: string, zh: string, en: string) => void issues.push({ path, message: language === 'zh-CN' ? zh : en });

  // Stops at the limit: ten thousand nested brackets must not overflow the stack.
  function look(value: Json, path: string, depth: number) {
    if (issues.length >= MAX_ISSUES) return;
    if (isTooLarge(value)) say(path, ...TOO_LARGE);
    if (isNoNumber(value)) say(path, '不是数字', 'Not a number');
    if (typeof value !== 'object' || value === null) return;
    if (depth > MAX_CONFIG_DEPTH) return say(path, `最多嵌套 ${MAX_CONFIG_DEPTH} 层`, `At most ${MAX_CONFIG_DEPTH} levels deep`);
    for (const [key, inner] of Object.entries(value)) {
      const at = pathTo(path, key.slice(0, 64));
      const wrong = Array.isArray(value) ? undefined : wrongKey(key);
      if (wrong) say(at, ...wrong);
      else look(inner, at, depth + 1);
    }
  }

  look(document, '', 1);
  return issues;
}

/** The value at a path; undefined when there is none. */
export function valueAt(document: Json, path: string): Json | undefined {
  let value: Json | undefined = document;
  for (const step of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

/** The document without what is at these paths; objects that become empty stay. */
export function without(document: JsonObject, paths: string[]): JsonObject {
  let rest = document;
  for (const path of paths) {
    const [first = '', ...more] = path.split('.');
    if (!Object.hasOwn(rest, first)) continue;
    const { [first]: inner = null, ...others } = rest;
    if (more.length === 0) rest = others;
    else if (isObject(inner)) rest = { ...rest, [first]: without(inner, [more.join('.')]) };
  }
  return rest;
}

/** The document with a value at a path; what stands in the way is replaced by an object. */
export function withValue(document: JsonObject, path: string, value: Json): JsonObject {
  const [first = '', ...more] = path.split('.');
  if (more.length === 0) return { ...document, [first]: value };
  const inner = Object.hasOwn(document, first) ? document[first] : undefined;
  return { ...document, [first]: withValue(isObject(inner) ? inner : {}, more.join('.'), value) };
}

/**
 * Paths at which `other` lacks a wanted value or has a different one. Further values in `other` are ignored.
 * @param hidden paths of values that both leave out: a wanted group that is empty without them may be missing in `other`
 */
export function differencesOf(wanted: Json, other: Json | undefined, hidden: string[] = [], path = ''): string[] {
  if (isObject(wanted)) {
    const has = isObject(other) ? other : {};
    const isEmpty = Object.keys(wanted).length === 0;
    if (isEmpty && !isObject(other)) return hidden.some((one) => one.startsWith(`${path}.`)) ? [] : [path];
    return Object.entries(wanted).flatMap(([key, value]) =>
      differencesOf(value, Object.hasOwn(has, key) ? has[key] : undefined, hidden, pathTo(path, key)),
    );
  }
  return isSame(wanted, other) ? [] : [path];
}

function isSame(a: Json, b: Json | undefined): boolean {
  if (Number.isInteger(a) && Number.isInteger(b)) return a === b;
  // A number too large to be kept, Infinity here, is like no other.
  if (typeof a === 'number' && typeof b === 'number')
    return Number.isFinite(a - b) && Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  if (!isObject(a)) return a === b;
  const keys = Object.keys(a);
  return (
    isObject(b) && keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key] as Json, b[key]))
  );
}
