import { referenced, refsIn, withInner } from './json-schema';
import { isObject, type Json, type JsonObject } from './merge-patch';
import { onceFor } from './once-for';

/** These keywords test the stored configuration, in which null never occurs (null removes a value). */
const ASKING = new Set('not if contains'.split(' '));

/**
 * The schema as it applies to configurations, in which null removes a value: a property that is required but may be null may be missing.
 * A `oneOf` that is relaxed by this may match several times, so it becomes `anyOf`.
 */
export const withNullAsNothing = onceFor((root: JsonObject): JsonObject => {
  const known = new Map<string, boolean>();

  /** Memoized by `$ref`: a definition may be referred to many times. */
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
  /** Was the part relaxed, or a definition that it refers to? */
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
