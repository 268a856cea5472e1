import { referenced, withInner } from './json-schema';
import { isObject, type Json, type JsonObject } from './merge-patch';

/**
 * A schema as it is of configurations. There, null takes a value away, and whether it is null or not there is the same: what has to be there
 * and may be null need not be there.
 */
export function withNullAsNothing(root: JsonObject): JsonObject {
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

  const unasked = (schema: JsonObject): JsonObject => {
    const inner = withInner(schema, unasked);
    const { properties, required } = schema;
    if (!isObject(properties) || !Array.isArray(required)) return inner;
    return { ...inner, required: required.filter((key) => !mayBeNull(properties[String(key)])) };
  };
  return unasked(root);
}
