import { referenced, refsIn, withInner } from './json-schema';
import { isObject, type Json, type JsonObject } from './merge-patch';
import { onceFor } from './once-for';

/** What is asked by these is asked of the configuration as it is, and there null is nowhere: what is not there is not there. */
const ASKING = new Set('not if contains'.split(' '));

/**
 * A schema as it is of configurations. There, null takes a value away, and whether it is null or not there is the same: what has to be there
 * and may be null need not be there. Where that leaves several alternatives open, any of them will do.
 */
export const withNullAsNothing = onceFor((root: JsonObject): JsonObject => {
  const known = new Map<string, boolean>();

  /** A definition is looked at once, however often it is referred to. */
  const mayBeNull = (schema: Json | undefined): boolean => {
    if (!isObject(schema)) return false;
    const { type, const: only, enum: values, anyOf, oneOf, $ref } = schema;
    if (Array.isArray(values)) return values.includes(null);
    if (typeof $ref === 'string' && !known.has($ref)) known.set($ref, mayBeNull(referenced(root, $ref)));
    const isNull = only === null || [type].flat().includes('null') || known.get(String($ref)) === true;
    return isNull || [anyOf, oneOf].flat().some(mayBeNull);
  };

  const unasked = onceFor((schema: JsonObject): JsonObject => {
    const inner = withInner(schema, (one, [keyword = '']) => (ASKING.has(keyword) ? one : unasked(one)));
    const { properties, required } = schema;
    const isNeeded = (key: Json) => !isObject(properties) || !mayBeNull(properties[String(key)]);
    const held = Array.isArray(required) && !required.every(isNeeded) ? { ...inner, required: required.filter(isNeeded) } : inner;
    return Array.isArray(schema.oneOf) && schema.oneOf.filter(isObject).some(isUnasked) ? withAnyOf(held) : held;
  });
  /** Does it ask for less now, or what it refers to? */
  const isUnasked = onceFor((part: JsonObject): boolean => {
    const targets = refsIn(part).map((ref) => referenced(root, ref));
    return unasked(part) !== part || targets.filter(isObject).some(isUnasked);
  });
  return unasked(root);
});

function withAnyOf({ oneOf = [], anyOf, allOf = [], ...schema }: JsonObject): JsonObject {
  const all = [allOf, anyOf === undefined ? [] : { anyOf }].flat();
  return { ...schema, anyOf: oneOf, ...(all.length > 0 && { allOf: all }) };
}
