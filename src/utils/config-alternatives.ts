import { valueAt, withValue } from '@contract/config-document';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { configIssuesHere } from './config-issues';
import { objectOf } from './config-shape';

/** The alternatives of a shaped schema. */
export const alternativesOf = ({ oneOf }: JsonObject): JsonObject[] => (Array.isArray(oneOf) ? oneOf.filter(isObject) : []);

/**
 * Index of the alternative that a value matches best; -1: its type fits none, or it has nothing in common with any.
 * @param hidden paths of write-only values that are set but not in the value: their presence may decide
 */
export function alternativeOf(alternatives: JsonObject[], told: Json | undefined, hidden: string[] = []): number {
  if (told === undefined || told === null) return -1;
  const value = hidden.reduce((all, path) => (isObject(all) && valueAt(all, path) === undefined ? withValue(all, path, null) : all), told);
  const fits = alternatives.map((one) => fitOf(one, value));
  const possible = [...fits.keys()].filter((n) => Number.isFinite(fits[n]));
  // An empty object that only one alternative allows: that one, not filled in yet.
  const isBegun = possible.length === 1 && JSON.stringify(value) === '{}';
  const likely = isBegun ? possible : possible.filter((n) => !hasNothingOf(objectOf(alternatives[n]), value));
  const right =
    likely.length > 1 ? likely.filter((n) => configIssuesHere(objectOf(alternatives[n]), told, 'en-US', hidden).length === 0) : [];
  const rank = (n: number) => (fits[n] ?? 0) + (right.includes(n) ? MORE_THAN_ANY_FIT : 0);
  return likely.reduce((best, n) => (best < 0 || rank(n) > rank(best) ? n : best), -1);
}

/** Ranks an alternative that validates above any that only resembles the value. */
const MORE_THAN_ANY_FIT = 1e6;

/** Is the value an object with missing or foreign keys, of which no property fits the alternative? */
function hasNothingOf({ properties, required, additionalProperties }: JsonObject, value: Json): boolean {
  if (!isObject(value)) return false;
  const known = objectOf(properties);
  const isMissing = Array.isArray(required) && required.some((key) => !Object.hasOwn(value, String(key)));
  const isForeign = (key: string) => additionalProperties === false && !Object.hasOwn(known, key);
  if (!isMissing && !Object.keys(value).some(isForeign)) return false;
  return !Object.entries(value).some(([key, one]) => Object.hasOwn(known, key) && fitOf(objectOf(known[key]), one) > -2);
}

/** A score of how well a value fits; `-Infinity`: it is of another type. */
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
 * The initial value when an alternative is chosen: what fits of the present value, what was typed for this alternative before (`left`), and
 * constants and defaults of the properties that are required or distinguish the alternatives (`x-tells`).
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

/** Initial value of a new list entry or free key: its required constants and defaults; undefined: there are none. */
export function addedAs(schema: JsonObject): JsonObject | undefined {
  const begun = begunAs(schema, undefined);
  return isObject(begun) && Object.keys(begun).length > 0 ? begun : undefined;
}
