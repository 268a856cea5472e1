import { isObject, type Json, type JsonObject } from '@contract/merge-patch';

/** What can only be told of an object as a whole. */
const OF_THE_WHOLE = new Set(
  'required dependentRequired dependentSchemas dependencies minProperties unevaluatedProperties not if then else'.split(' '),
);
const MAPS = new Set('properties patternProperties $defs definitions'.split(' '));
const LISTS = new Set('allOf anyOf oneOf'.split(' '));

/**
 * The schema of what a patch writes. What it leaves out each device has, or has not: whether the whole is right then, only the platform can
 * tell of each. A list is written whole.
 */
export const patchSchemaOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !OF_THE_WHOLE.has(keyword))
      .map(([keyword, value]) => {
        if (MAPS.has(keyword) && isObject(value))
          return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, part(one)]))];
        // A part of a value may be of several alternatives at once.
        if (LISTS.has(keyword) && Array.isArray(value)) return [keyword === 'oneOf' ? 'anyOf' : keyword, value.map(part)];
        return [keyword, keyword === 'additionalProperties' ? part(value) : value];
      }),
  );

const part = (schema: Json): Json => (isObject(schema) ? patchSchemaOf(schema) : schema);
