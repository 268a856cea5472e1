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

/** Keywords whose value is a schema, a list of schemas, or a map of them; all other keywords hold plain values. */
export const SCHEMAS = new Set(
  'items additionalItems additionalProperties unevaluatedProperties unevaluatedItems propertyNames contains not if then else'.split(' '),
);
export const LISTS = new Set('items prefixItems allOf anyOf oneOf'.split(' '));
export const MAPS = new Set('properties patternProperties $defs definitions dependentSchemas dependencies'.split(' '));

/** All `$ref`s in a part of a schema. */
export function refsIn(part: Json): string[] {
  if (Array.isArray(part)) return part.flatMap(refsIn);
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([key, value]) => (key === '$ref' && typeof value === 'string' ? [value] : refsIn(value)));
}

/**
 * Maps the direct subschemas of a schema; returns the same object when none changes.
 * @param map gets the keywords and names that lead to the subschema as `steps`
 */
export function withInner(schema: JsonObject, map: (inner: JsonObject, steps: string[]) => JsonObject): JsonObject {
  const made = (one: Json, steps: string[]) => (isObject(one) ? map(one, steps) : one);
  return mapped(schema, (value, keyword) => {
    const isSeveral = Array.isArray(value) ? LISTS.has(keyword) : MAPS.has(keyword) && isObject(value);
    if (isSeveral) return mapped(value, (one, name) => made(one, [keyword, name]));
    return SCHEMAS.has(keyword) ? made(value, [keyword]) : value;
  });
}

/** Maps the values of a list or an object; returns the same object when none changes. */
export function mapped<All extends Json>(all: All, map: (one: Json, key: string) => Json): All {
  const entries = Object.entries(all as JsonObject).map(([key, one]) => [key, map(one, key)] as const);
  if (entries.every(([key, one]) => one === (all as JsonObject)[key])) return all;
  return (Array.isArray(all) ? entries.map(([, one]) => one) : Object.fromEntries(entries)) as All;
}
