import { referenced, withInner } from './json-schema';
import { isObject, type Json, type JsonObject } from './merge-patch';

/**
 * A schema as it is of configurations. There, null takes a value away, and whether it is null or not there is the same: what has to be there
 * and may be null need not be there.
 */
export const withNullAsNothing = (schema: JsonObject): JsonObject => unasked(schema, schema);

function unasked(schema: JsonObject, root: JsonObject): JsonObject {
  const inner = withInner(schema, (one) => unasked(one, root));
  const { properties, required } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return inner;
  return { ...inner, required: required.filter((key) => !mayBeNull(properties[String(key)], root)) };
}

function mayBeNull(schema: Json | undefined, root: JsonObject): boolean {
  if (!isObject(schema)) return false;
  const { type, const: only, enum: values, anyOf, oneOf, $ref } = schema;
  if (Array.isArray(values)) return values.includes(null);
  return (
    only === null ||
    [type].flat().includes('null') ||
    [anyOf, oneOf].flat().some((one) => mayBeNull(one, root)) ||
    (typeof $ref === 'string' && mayBeNull(referenced(root, $ref), root))
  );
}
