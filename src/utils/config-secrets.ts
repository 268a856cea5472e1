import { mapped } from '@contract/json-schema';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';

/** Keywords whose schemas may apply to the same value. */
const CASES = new Set(['oneOf', 'allOf', 'then', 'else']);
/** Keywords that describe a value that can be seen. */
const SEEN = new Set(['properties', 'items', 'prefixItems', 'oneOf', 'allOf', 'enum', 'default', 'x-any']);

/**
 * Marks the values at some paths as write-only, wherever the schema names them: what was saved as a secret stays hidden until it is
 * removed, even if the schema no longer says so.
 * @param schema a shaped one @returns the same object if it says so of all of them
 */
export const markSecrets = (schema: JsonObject, paths: string[]): JsonObject =>
  paths.reduce((all, path) => marked(all, path.split('.')), schema);

function marked(schema: JsonObject, steps: string[]): JsonObject {
  const [key, ...rest] = steps;
  const here = (one: Json) => (isObject(one) ? marked(one, steps) : one);
  const inside = (one: Json, name: string) => {
    if (name !== key || !isObject(one)) return one;
    return rest.length > 0 ? marked(one, rest) : asSecret(one);
  };
  return mapped(schema, (value, keyword) => {
    if (keyword === 'properties' && isObject(value)) return mapped(value, inside);
    if (!CASES.has(keyword)) return value;
    return Array.isArray(value) ? mapped(value, here) : here(value);
  });
}

function asSecret(schema: JsonObject): JsonObject {
  if (schema.writeOnly === true) return schema;
  const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !SEEN.has(keyword)));
  return { ...own, type: own.type === 'number' || own.type === 'integer' ? own.type : 'string', writeOnly: true };
}
