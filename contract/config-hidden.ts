import { referenced } from './json-pointer';
import { isObject, type Json, type JsonObject } from './merge-patch';

/** Keywords whose value is a schema of the same value, a list of them, or a map of them by name. */
const SCHEMAS = new Set('if then else not'.split(' '));
const LISTS = new Set('allOf anyOf oneOf'.split(' '));
const MAPS = new Set('dependentSchemas dependencies'.split(' '));

/**
 * A schema that holds hidden values to nothing: that they are there counts, what they are nobody knows. Where it asks what they are, either
 * answer will do.
 * @param hidden paths of values; they are properties of properties, never in lists
 */
export const withoutHidden = (schema: JsonObject, hidden: string[]): JsonObject => unheld(schema, hidden, schema) as JsonObject;

function unheld(schema: Json, hidden: string[], root: JsonObject): Json {
  if (hidden.includes('')) return schema !== false;
  if (!isObject(schema) || hidden.length === 0) return schema;
  const here = (one: Json) => unheld(one, hidden, root);
  const inner = mapped(schema, (value, keyword) => {
    if (keyword === 'properties' && isObject(value)) return mapped(value, (one, key) => unheld(one, inside(hidden, key), root));
    if (MAPS.has(keyword) && isObject(value)) return mapped(value, here);
    if (LISTS.has(keyword) && Array.isArray(value)) return value.map(here);
    return SCHEMAS.has(keyword) ? here(value) : value;
  });
  const isAsked = (keyword: string) => JSON.stringify(inner[keyword]) !== JSON.stringify(schema[keyword]);

  const { $ref, allOf, oneOf, not, if: asked, then = true, else: otherwise = true, ...rest } = inner;
  const parts = [
    ...(Array.isArray(allOf) ? allOf : []),
    ...(typeof $ref === 'string' ? [here(referenced(root, $ref) ?? true)] : []),
    ...(oneOf === undefined ? [] : [isAsked('oneOf') ? { anyOf: oneOf } : { oneOf }]),
    ...(not === undefined || isAsked('not') ? [] : [{ not }]),
    ...(asked === undefined || isAsked('if') ? [] : [{ if: asked, then, else: otherwise }]),
    ...(isAsked('if') ? [{ anyOf: [{ allOf: [asked as Json, then] }, otherwise] }] : []),
  ];
  return { ...rest, ...(parts.length > 0 && { allOf: parts }) };
}

const mapped = (object: JsonObject, map: (one: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, one]) => [key, map(one, key)]));

/** The paths inside of a key; the empty one is the value itself. */
const inside = (paths: string[], key: string): string[] =>
  paths.filter((path) => path === key || path.startsWith(`${key}.`)).map((path) => path.slice(key.length + 1));
