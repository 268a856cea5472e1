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

/** Its entries are counted, from 1 as one does. */
const isList = ({ type, items, prefixItems, oneOf }: JsonObject): boolean =>
  type === 'array' ||
  items !== undefined ||
  prefixItems !== undefined ||
  (Array.isArray(oneOf) && oneOf.some((one) => isObject(one) && isList(one)));

/**
 * What of a path the schema has no name for, and the form no place: itself, or the outermost around it.
 * @param root a shaped schema, with what its conditions bring (`schemaFor`)
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

/** Is a place a group that a shaped schema has by name, as are those around it? Such a group is shown whether it is set or not. */
export function isNamedGroup({ properties }: JsonObject, [key, ...rest]: string[]): boolean {
  if (key === undefined) return true;
  const inner = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isObject(inner) && inner.oneOf === undefined && isNamedGroup(inner, rest);
}

/** Does a shaped schema name the last key of a path, in any of its cases? Another one is there only by being typed. */
export function isNamed(schema: JsonObject, [key = '', ...rest]: string[]): boolean {
  const inner = rest.length > 0 ? innerOf(schema, key) : undefined;
  const isHere = inner ? isNamed(inner, rest) : Object.hasOwn(objectOf(schema.properties), key);
  return isHere || casesOf(schema).some((one) => isNamed(one, [key, ...rest]));
}

/** Does a shaped schema ask for the last key of a path? */
export function isRequired(schema: JsonObject, path: string[]): boolean {
  const around = path.slice(0, -1);
  return requiredOf(around.length === 0 ? schema : fieldAt(schema, around.join('.')).schema).includes(path.at(-1) ?? '');
}

/**
 * What a shaped schema's defaults make together; without any, nothing. A group that need not be there is none as long as something that it has
 * to have is missing, unless it has been begun.
 * @param begun what is there already
 */
export function defaultsOf(schema: JsonObject, begun: JsonObject = {}): JsonObject {
  const entries = propertiesOf(schema).flatMap(([key, inner]) => {
    if (inner.writeOnly === true || inner.default === null) return [];
    // Null takes a value away: it is none, in a default too.
    if (inner.default !== undefined) return [[key, mergePatch(undefined, inner.default)] as const];
    const there = Object.hasOwn(begun, key) && isObject(begun[key]) ? begun[key] : undefined;
    const made = isSection(inner) ? defaultsOf(inner, there) : {};
    const isBegun = there !== undefined || requiredOf(schema).includes(key) || isWhole(inner, made);
    return isBegun && Object.keys(made).length > 0 ? [[key, made] as const] : [];
  });
  return Object.fromEntries(entries);
}

const requiredOf = ({ required }: JsonObject): Json[] => (Array.isArray(required) ? required : []);

/** Has a group all that it has to have, and the groups in it? */
const isWhole = (schema: JsonObject, value: JsonObject): boolean =>
  requiredOf(schema).every((key) => Object.hasOwn(value, String(key))) &&
  propertiesOf(schema).every(([key, inner]) => !isObject(value[key]) || !isSection(inner) || isWhole(inner, value[key]));

/** Where there are values that a schema knows of and that can be set, outside of lists. */
export function pathsOf(schema: JsonObject, path = ''): string[] {
  return propertiesOf(schema).flatMap(([key, inner]) => {
    const at = pathTo(path, key);
    if (isSection(inner)) return pathsOf(inner, at);
    return inner.type === 'null' ? [] : [at];
  });
}

export const propertiesOf = ({ properties }: JsonObject): [string, JsonObject][] =>
  Object.entries(isObject(properties) ? properties : {}).map(([key, inner]) => [key, objectOf(inner)]);

/** What a schema says of one key, in any of its cases; undefined: it does not name it, nor leaves it free. */
function innerOf(schema: JsonObject, key: string): JsonObject | undefined {
  const { properties, patternProperties, prefixItems, items, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, key)) return objectOf(properties[key]);
  const patterned = Object.entries(isObject(patternProperties) ? patternProperties : {}).find(([name]) => new RegExp(name, 'u').test(key));
  // What many keys are is not what one of them is called.
  if (patterned) return { ...objectOf(patterned[1]), title: key };
  if (Array.isArray(prefixItems) && prefixItems[Number(key)] !== undefined) return objectOf(prefixItems[Number(key)]);
  if (items !== undefined) return objectOf(items);
  const named = casesOf(schema)
    .map((one) => innerOf(one, key))
    .find((one) => one !== undefined);
  if (named) return named;
  // Whatever no pattern names is allowed unless it is refused.
  const others = additionalProperties ?? patternProperties !== undefined;
  if (others === false) return undefined;
  return isObject(others) ? { ...others, title: key } : {};
}

/** What else is said of a value, in the one case or the other: alternatives, and what conditions bring. */
function casesOf({ oneOf, allOf, then, else: otherwise, 'x-more': more }: JsonObject): JsonObject[] {
  return [oneOf, allOf, then, otherwise, more].flatMap((some) => some ?? []).filter(isObject);
}
