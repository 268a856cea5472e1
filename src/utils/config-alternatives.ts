import { valueAt, withValue } from '@contract/config-document';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { configIssuesHere } from './config-issues';
import { objectOf } from './config-shape';

/** The alternatives of a shaped schema. */
export const alternativesOf = ({ oneOf }: JsonObject): JsonObject[] => (Array.isArray(oneOf) ? oneOf.filter(isObject) : []);

/**
 * Which alternative a value is, or comes closest to; -1: it is of another kind than any, or has nothing of any.
 * @param hidden paths of write-only values that are set, though not in the value: that they are there may be what tells
 */
export function alternativeOf(alternatives: JsonObject[], told: Json | undefined, hidden: string[] = []): number {
  if (told === undefined || told === null) return -1;
  const value = hidden.reduce((all, path) => (isObject(all) && valueAt(all, path) === undefined ? withValue(all, path, null) : all), told);
  const fits = alternatives.map((one) => fitOf(one, value));
  const possible = [...fits.keys()].filter((n) => Number.isFinite(fits[n]));
  // An empty group that can be but one is that one, and not filled in yet.
  const isBegun = possible.length === 1 && JSON.stringify(value) === '{}';
  const likely = isBegun ? possible : possible.filter((n) => !hasNothingOf(objectOf(alternatives[n]), value));
  const right =
    likely.length > 1 ? likely.filter((n) => configIssuesHere(objectOf(alternatives[n]), told, 'en-US', hidden).length === 0) : [];
  const rank = (n: number) => (fits[n] ?? 0) + (right.includes(n) ? MORE_THAN_ANY_FIT : 0);
  return likely.reduce((best, n) => (best < 0 || rank(n) > rank(best) ? n : best), -1);
}

/** What is right as it is comes before what only looks like it. */
const MORE_THAN_ANY_FIT = 1e6;

/** An object that does not meet an alternative, and has no value that is one of it either. */
function hasNothingOf({ properties, required, additionalProperties }: JsonObject, value: Json): boolean {
  if (!isObject(value)) return false;
  const known = objectOf(properties);
  const isMissing = Array.isArray(required) && required.some((key) => !Object.hasOwn(value, String(key)));
  const isForeign = (key: string) => additionalProperties === false && !Object.hasOwn(known, key);
  if (!isMissing && !Object.keys(value).some(isForeign)) return false;
  return !Object.entries(value).some(([key, one]) => Object.hasOwn(known, key) && fitOf(objectOf(known[key]), one) > -2);
}

/** How well a value fits, to compare; `-Infinity`: it is of another kind. */
export function fitOf(schema: JsonObject, value: Json): number {
  const { type = isObject(schema.properties) ? 'object' : undefined, enum: values, const: only, minimum, maximum } = schema;
  if (type !== undefined && !isOfType(type, value)) return -Infinity;
  const choices = Array.isArray(values) ? values : only === undefined ? undefined : [only];
  if (choices) return choices.some((one) => JSON.stringify(one) === JSON.stringify(value)) ? 2 : -2;
  if (typeof value === 'number') {
    const isInside = value >= Number(minimum ?? value) && value <= Number(maximum ?? value);
    return (isInside ? 1 : -1) - (type === 'integer' && !Number.isInteger(value) ? 1 : 0);
  }
  if (Array.isArray(value))
    return -value.filter((one) => one !== null && fitOf(objectOf(schema.items), one) === Number.NEGATIVE_INFINITY).length;
  if (!isObject(value)) return 0;
  const properties = objectOf(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const inner = Object.entries(value).map(([key, one]) => {
    if (!Object.hasOwn(properties, key)) return schema.additionalProperties === false ? -2 : 0;
    const fit = one === null ? 0 : fitOf(objectOf(properties[key]), one);
    return Math.max(-2, Math.min(1, fit)) + 1;
  });
  return inner.reduce((sum, fit) => sum + fit, 0) - required.filter((key) => !Object.hasOwn(value, String(key))).length;
}

function isOfType(type: Json, value: Json): boolean {
  if (type === 'integer') return typeof value === 'number';
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

/**
 * What a value begins as that becomes this alternative: what of it fits goes along, what was typed as this one before comes back, and what
 * can be nothing else, or has a default, is filled in where it has to be, or tells which alternative it is.
 */
export function begunAs(alternative: JsonObject, value: Json | undefined, left?: Json): Json | undefined {
  const { enum: values, const: only = Array.isArray(values) && values.length === 1 ? values[0] : undefined } = alternative;
  if (only !== undefined) return only;
  if (alternative.type !== 'object' && !isObject(alternative.properties)) return left;
  const typed = isObject(left) ? left : {};
  const entries = Object.entries(objectOf(alternative.properties)).flatMap(([key, given]) => {
    const property = objectOf(given);
    const before = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (before !== undefined && fitOf(property, before) >= 0) return [[key, before] as const];
    if (Object.hasOwn(typed, key)) return [];
    const isAsked = property['x-tells'] !== undefined || (Array.isArray(alternative.required) && alternative.required.includes(key));
    const begun = isAsked ? (property['x-default'] ?? property.default ?? begunAs(property, undefined)) : undefined;
    return begun === undefined || JSON.stringify(begun) === '{}' ? [] : [[key, begun] as const];
  });
  return { ...typed, ...Object.fromEntries(entries) };
}

/** What is added to a list or under a free key begins with what has to be in it and is known; undefined: without a value. */
export function addedAs(schema: JsonObject): JsonObject | undefined {
  const begun = begunAs(schema, undefined);
  return isObject(begun) && Object.keys(begun).length > 0 ? begun : undefined;
}
