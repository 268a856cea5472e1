import { pathTo } from '@contract/config-document';
import { isObject, type Json, type JsonObject, mergePatch } from '@contract/merge-patch';
import { objectOf } from './config-shape';

/** What the schema says of one place of a configuration, and what it is called. */
interface ConfigField {
  schema: JsonObject;
  /** The titles of the sections around it, outermost first, then its own; entries of a list without one by their number, from 1. */
  titles: string[];
}

/** @param schema a shaped one, in one language (`schemaIn`) @param path `network.wifi.password` */
export function fieldAt(schema: JsonObject, path: string): ConfigField {
  let at = schema;
  const titles = path.split('.').map((key) => {
    const name = isList(at) && /^\d+$/.test(key) ? String(Number(key) + 1) : key;
    at = innerOf(at, key) ?? {};
    return typeof at.title === 'string' ? at.title : name;
  });
  return { schema: at, titles };
}

/** Titles count the entries of a list from 1, paths from 0. */
const isList = ({ type, items, prefixItems, oneOf }: JsonObject): boolean =>
  type === 'array' ||
  items !== undefined ||
  prefixItems !== undefined ||
  (Array.isArray(oneOf) && oneOf.some((one) => isObject(one) && isList(one)));

/**
 * The outermost part of a path that the schema does not describe and the form has no field for; undefined: it describes the whole path.
 * @param root a shaped schema, with the branches of its conditions (`schemaFor`)
 */
export function unnamedOf({ 'x-more': _, ...root }: JsonObject, path: string): string | undefined {
  const steps = path.split('.');
  let at: JsonObject = root;
  for (const [n, key] of steps.entries()) {
    if (!isSection(at) && at.oneOf === undefined) return undefined;
    const inner = innerOf(at, key);
    if (!inner) return steps.slice(0, n + 1).join('.');
    at = inner;
  }
  return undefined;
}

export const isSection = ({ type, properties }: JsonObject): boolean => type === 'object' || isObject(properties);

/** Is the path, like all groups around it, a group in `properties`? The form shows such a group even when it is not set. */
export function isNamedGroup({ properties }: JsonObject, [key, ...rest]: string[]): boolean {
  if (key === undefined) return true;
  const inner = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isObject(inner) && inner.oneOf === undefined && isNamedGroup(inner, rest);
}

/** Is the last key of a path in `properties`, in any alternative or condition? Any other key exists only because somebody added it. */
export function isNamed(schema: JsonObject, [key = '', ...rest]: string[]): boolean {
  const inner = rest.length > 0 ? innerOf(schema, key) : undefined;
  const isHere = inner ? isNamed(inner, rest) : Object.hasOwn(objectOf(schema.properties), key);
  return isHere || casesOf(schema).some((one) => isNamed(one, [key, ...rest]));
}

/** Is the last key of a path required? */
export function isRequired(schema: JsonObject, path: string[]): boolean {
  const around = path.slice(0, -1);
  return requiredOf(around.length === 0 ? schema : fieldAt(schema, around.join('.')).schema).includes(path.at(-1) ?? '');
}

/**
 * The defaults of a shaped schema as one document. An optional group is left out while its defaults do not provide everything it requires,
 * unless it has been begun.
 * @param begun the values that are already there
 */
export function defaultsOf(schema: JsonObject, begun: JsonObject = {}): JsonObject {
  const entries = propertiesOf(schema).flatMap(([key, inner]) => {
    if (inner.writeOnly === true || inner.default === null) return [];
    // `mergePatch` drops nulls: in a default, too, they mean no value.
    if (inner.default !== undefined) return [[key, mergePatch(undefined, inner.default)] as const];
    const there = Object.hasOwn(begun, key) && isObject(begun[key]) ? begun[key] : undefined;
    const made = isSection(inner) ? defaultsOf(inner, there) : {};
    const isBegun = there !== undefined || requiredOf(schema).includes(key) || isWhole(inner, made);
    return isBegun && Object.keys(made).length > 0 ? [[key, made] as const] : [];
  });
  return Object.fromEntries(entries);
}

const requiredOf = ({ required }: JsonObject): Json[] => (Array.isArray(required) ? required : []);

/** Does a group have all its required properties, and the groups in it? */
const isWhole = (schema: JsonObject, value: JsonObject): boolean =>
  requiredOf(schema).every((key) => Object.hasOwn(value, String(key))) &&
  propertiesOf(schema).every(([key, inner]) => !isObject(value[key]) || !isSection(inner) || isWhole(inner, value[key]));

/** Paths of the values that a schema names and that can be set, outside of lists. */
export function pathsOf(schema: JsonObject, path = ''): string[] {
  return propertiesOf(schema).flatMap(([key, inner]) => {
    const at = pathTo(path, key);
    if (isSection(inner)) return pathsOf(inner, at);
    return inner.type === 'null' ? [] : [at];
  });
}

export const propertiesOf = ({ properties }: JsonObject): [string, JsonObject][] =>
  Object.entries(isObject(properties) ? properties : {}).map(([key, inner]) => [key, objectOf(inner)]);

/** The schema of one key, in any alternative or condition; undefined: it is neither named nor allowed as a free key. */
function innerOf(schema: JsonObject, key: string): JsonObject | undefined {
  const { properties, patternProperties, prefixItems, items, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, key)) return objectOf(properties[key]);
  const patterned = Object.entries(isObject(patternProperties) ? patternProperties : {}).find(([name]) => new RegExp(name, 'u').test(key));
  // A title in `patternProperties` describes the group of keys; a single entry is titled by its own key.
  if (patterned) return { ...objectOf(patterned[1]), title: key };
  if (Array.isArray(prefixItems) && prefixItems[Number(key)] !== undefined) return objectOf(prefixItems[Number(key)]);
  if (items !== undefined) return objectOf(items);
  const named = casesOf(schema)
    .map((one) => innerOf(one, key))
    .find((one) => one !== undefined);
  if (named) return named;
  // Beside `patternProperties`, keys that match no pattern are allowed unless `additionalProperties` is false.
  const others = additionalProperties ?? patternProperties !== undefined;
  if (others === false) return undefined;
  return isObject(others) ? { ...others, title: key } : {};
}

/** Further schemas that may apply to a value: alternatives, and branches of conditions. */
function casesOf({ oneOf, allOf, then, else: otherwise, 'x-more': more }: JsonObject): JsonObject[] {
  return [oneOf, allOf, then, otherwise, more].flatMap((some) => some ?? []).filter(isObject);
}
