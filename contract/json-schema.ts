import { isObject, type Json, type JsonObject } from './merge-patch';

/** The steps of a JSON pointer (RFC 6901). */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** What `#/$defs/…` means in a schema. */
export const referenced = (schema: JsonObject, ref: string): Json | undefined =>
  stepsOf(ref).reduce<Json | undefined>((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), schema);

/** The draft that a schema is written in, as the validator calls it. */
export const draftOf = ({ $schema }: JsonObject) => (typeof $schema === 'string' && $schema.includes('draft-07') ? '7' : '2020-12');

/** Keywords whose value is any value, and no schema. */
const VALUES = new Set('default const enum examples'.split(' '));
/** Keywords whose value has schemas by name. */
const MAPS = new Set('properties patternProperties $defs definitions dependentSchemas dependencies'.split(' '));

/** A schema with other schemas in the place of those that are directly in it. @param map is told, too, by which steps one is reached */
export function withInner(schema: JsonObject, map: (inner: JsonObject, steps: string[]) => JsonObject): JsonObject {
  const each = (all: Json, steps: string[]): Json => {
    if (Array.isArray(all)) return all.map((one, n) => made(one, [...steps, String(n)]));
    return Object.fromEntries(Object.entries(all as JsonObject).map(([name, one]) => [name, made(one, [...steps, name])]));
  };
  const made = (one: Json, steps: string[]) => (isObject(one) ? map(one, steps) : one);
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (VALUES.has(keyword)) return [keyword, value];
    const isSeveral = Array.isArray(value) || (MAPS.has(keyword) && isObject(value));
    return [keyword, isSeveral ? each(value, [keyword]) : made(value, [keyword])];
  });
  return Object.fromEntries(entries);
}
