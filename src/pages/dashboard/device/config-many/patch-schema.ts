import { isObject, type Json, type JsonObject } from '@contract/merge-patch';

/** Keywords that only apply to complete objects. */
const OF_THE_WHOLE = new Set(
  'required dependentRequired dependentSchemas dependencies minProperties unevaluatedProperties not if then else'.split(' '),
);
const MAPS = new Set('properties patternProperties $defs definitions'.split(' '));
const LISTS = new Set('allOf anyOf oneOf'.split(' '));

/**
 * The schema of a patch. Values that it leaves out may or may not exist on a device: only the platform can check each result as a whole.
 * Lists are written as a whole.
 */
export const patchSchemaOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !OF_THE_WHOLE.has(keyword))
      .map(([keyword, value]) => {
        if (MAPS.has(keyword) && isObject(value))
          return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, part(one)]))];
        // A partial value may match several alternatives at once.
        if (LISTS.has(keyword) && Array.isArray(value)) return [keyword === 'oneOf' ? 'anyOf' : keyword, value.map(part)];
        return [keyword, keyword === 'additionalProperties' ? part(value) : value];
      }),
  );

const part = (schema: Json): Json => (isObject(schema) ? patchSchemaOf(schema) : schema);
