import { draftOf, mapped, referenced } from './json-schema';
import { isObject, type Json, type JsonObject } from './merge-patch';

/** Keywords whose value is a schema of the same value, a list of them, or a map of them by name. */
const SCHEMAS = new Set('if then else not'.split(' '));
const LISTS = new Set('allOf anyOf oneOf'.split(' '));
const MAPS = new Set('dependentSchemas dependencies'.split(' '));

/**
 * Relaxes a schema so that it accepts any value at the hidden paths: those values are known to be set, but not what they are. A condition
 * on one (`if`, `not`, `oneOf`) counts as met whichever way it turns out.
 * @param hidden paths of values; they are properties of properties, never in lists
 */
export const withoutHidden = (schema: JsonObject, hidden: string[]): JsonObject => unheld(schema, hidden, schema) as JsonObject;

/** @param hidden paths relative to the schema's value, '' being the value itself @returns the same object when it needs no change */
function unheld(schema: Json, hidden: string[], root: JsonObject): Json {
  if (hidden.includes('')) return schema !== false;
  if (!isObject(schema) || hidden.length === 0) return schema;
  const here = (one: Json) => unheld(one, hidden, root);
  const inner = mapped(withNames(schema, hidden), (value, keyword) => {
    if (keyword === 'properties' && isObject(value))
      return mapped(value, (one, name) =>
        unheld(
          one,
          insideOf(hidden, (key) => key === name),
          root,
        ),
      );
    if (keyword === 'patternProperties' && isObject(value))
      return mapped(value, (one, pattern) => unheld(one, insideOf(hidden, matching(pattern)), root));
    const isOfAll = (LISTS.has(keyword) && Array.isArray(value)) || (MAPS.has(keyword) && isObject(value));
    return isOfAll ? mapped(value, here) : SCHEMAS.has(keyword) ? here(value) : value;
  });

  const { $ref, oneOf = [], if: asked = true, then = true, else: otherwise = true, allOf } = inner;
  const target = typeof $ref === 'string' ? (referenced(root, $ref) ?? true) : true;
  const known = here(target);
  // Draft 7 ignores keywords beside `$ref`.
  if (known !== target && draftOf(root) === '7') return known;
  const either: Record<string, Json[]> = {
    ...(known !== target && { $ref: [known] }),
    ...(inner.oneOf !== schema.oneOf && { oneOf: [{ anyOf: oneOf }] }),
    ...(inner.if !== schema.if && { if: [{ anyOf: [{ allOf: [asked, then] }, otherwise] }] }),
    ...(inner.not !== schema.not && { not: [] }),
  };
  if (Object.keys(either).length === 0) return inner;
  const rest = Object.fromEntries(Object.entries(inner).filter(([keyword]) => !Object.hasOwn(either, keyword)));
  return { ...rest, allOf: [...(Array.isArray(allOf) ? allOf : []), ...Object.values(either).flat()] };
}

/** Gives each hidden key that `additionalProperties` would check a property of its own, so that only this key is relaxed. */
function withNames(schema: JsonObject, hidden: string[]): JsonObject {
  const { properties, patternProperties, additionalProperties: others } = schema;
  const [known, patterns] = [properties, patternProperties].map((some) => Object.keys(isObject(some) ? some : {})) as [string[], string[]];
  const isOther = (key: string) => !known.includes(key) && !patterns.some((pattern) => matching(pattern)(key));
  const names = isObject(others) ? hidden.map((path) => path.split('.')[0] as string).filter(isOther) : [];
  if (names.length === 0) return schema;
  return { ...schema, properties: { ...(properties as JsonObject), ...Object.fromEntries(names.map((name) => [name, others as Json])) } };
}

const matching = (pattern: string) => (key: string) => new RegExp(pattern, 'u').test(key);

/** The paths below the matching keys, relative to the key; '' is the key's value itself. */
const insideOf = (paths: string[], isKey: (key: string) => boolean): string[] =>
  paths.map((path) => path.split('.')).flatMap(([key = '', ...rest]) => (isKey(key) ? [rest.join('.')] : []));
