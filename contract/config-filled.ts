import { referenced, withInner } from './json-schema';
import { isObject, type Json, type JsonObject } from './merge-patch';

/** Completes the `default` of each group: properties that it leaves out take their own `default`. */
export function withFilledDefaults(root: JsonObject): JsonObject {
  const defaultOf = (part: Json): Json | undefined => {
    const said = saidOf(root, part);
    return said.some((one) => one.writeOnly === true) ? undefined : said.find((one) => one.default !== undefined)?.default;
  };

  const filled = (part: Json, value: Json): Json => {
    if (!isObject(value)) return value;
    const whole = new Map(Object.entries(value));
    for (const { properties } of saidOf(root, part)) {
      for (const [key, inner] of Object.entries(isObject(properties) ? properties : {})) {
        const given = whole.has(key) ? whole.get(key) : defaultOf(inner);
        if (given !== undefined && given !== null) whole.set(key, filled(inner, given));
      }
    }
    return Object.fromEntries(whole);
  };

  const withFilled = (part: JsonObject): JsonObject => {
    const inner = withInner(part, withFilled);
    return isObject(part.default) ? { ...inner, default: filled(part, part.default) } : inner;
  };
  return withFilled(root);
}

/** All schemas that apply to one value: its own, its `$ref`'s target, its `allOf`, and the only alternative that is not null. */
export function saidOf(root: JsonObject, schema: Json | undefined): JsonObject[] {
  const said = new Set<JsonObject>();
  const add = (part: Json | undefined) => {
    if (!isObject(part) || said.has(part)) return;
    said.add(part);
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = part;
    const real = [oneOf, anyOf].flat().filter((one) => isObject(one) && one.type !== 'null');
    const target = typeof $ref === 'string' ? [referenced(root, $ref)] : [];
    for (const one of [...target, ...[allOf].flat(), ...(real.length === 1 ? real : [])]) add(one);
  };
  add(schema);
  return [...said];
}
