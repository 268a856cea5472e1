import { withFilledDefaults } from '@contract/config-filled';
import { withNullAsNothing } from '@contract/config-null';
import { LISTS, MAPS, referenced, stepsOf, withInner } from '@contract/json-schema';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { onceFor } from '@contract/once-for';
import { mayBacktrack } from './config-issues';

/** Keywords whose schema has fields of its own. Those that only test a value (`if`, `not`) are left as they are. */
const SCHEMAS = new Set('items additionalItems additionalProperties then else'.split(' '));
/** Keywords that decide which field a value gets; the others only restrict the value. */
const DECLARING = 'type properties items prefixItems additionalProperties enum const oneOf anyOf allOf'.split(' ');
/** Annotations that belong to the value as a whole, whichever alternative it takes. */
const OF_THE_WHOLE = /^(title|description|default|writeOnly|readOnly|deprecated|x-.*)$/;

/**
 * Normalizes a schema for the form, which then has to know only one way of expressing each thing:
 * - Real alternatives are `oneOf`, each complete in itself. A choice of constants is `enum`.
 * - List entries with schemas of their own are `prefixItems`, in draft 7, too.
 * - `type` is a single type. Null, which removes a value, is dropped, except beside a group: to have no group is a choice (`x-nothing`).
 * - Dependencies on other values are `allOf` of `if`, `then` and `else`.
 * - `$ref`s are resolved. The title of a target is kept as `x-kind`: it titles an alternative. A field takes its own title, else `x-kind`
 *   if that is unique among its siblings and no name of a class (`x-class`), else its key.
 *
 * Only for titles and fields: values are checked by the original schema. Alternatives of the whole configuration get no fields (`x-more`).
 */
export function shapeOf(schema: JsonObject): JsonObject {
  const whole = withNullAsNothing(withFilledDefaults(schema));
  const { $defs: _, definitions: __, ...given } = whole;
  const { oneOf, anyOf, ...root } = withoutReferences(given, whole, new Map());
  const more = [oneOf, anyOf].flatMap((some) => (Array.isArray(some) ? some.map(part) : []));
  // A configuration is an object, whether its schema says so or not.
  return { type: 'object', ...shaped(root), ...(!more.every(isAnything) && { 'x-more': more }) };
}

/** Replaces each `$ref` by its target. @param known targets that have been resolved before */
function withoutReferences({ $ref, ...schema }: JsonObject, root: JsonObject, known: Map<string, JsonObject>): JsonObject {
  const own = withInner(schema, (inner) => withoutReferences(inner, root, known));
  if (typeof $ref !== 'string') return own;
  const target = known.get($ref) ?? asKind(withoutReferences(objectOf(referenced(root, $ref)), root, known), $ref);
  known.set($ref, target);
  return joined(target, own);
}

const asKind = ({ title, ...schema }: JsonObject, ref: string): JsonObject =>
  typeof title === 'string' ? { ...schema, 'x-kind': title, 'x-class': isClass(title, ref) } : schema;

/** Schemas generated from classes name and title a definition by its class: `app__Box_int_` and `Box[int]`. */
const isClass = (title: string, ref: string): boolean => plain(stepsOf(ref).at(-1) ?? '').includes(plain(title));
const plain = (name: string) => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** A schema that is no named field takes its kind as title. */
const called = ({ 'x-kind': kind, ...schema }: JsonObject): JsonObject => (typeof kind === 'string' ? { title: kind, ...schema } : schema);

/** Memoized: a definition occurs wherever it is referred to. */
const shaped = onceFor((schema: JsonObject): JsonObject => {
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, shapedAt(keyword, value)]));
  return withAlternatives(withPatterns(withPlaces(withParts(inner))));
});

function shapedAt(keyword: string, value: Json): Json {
  if (MAPS.has(keyword) && isObject(value)) {
    if (keyword === 'properties') return valuesOf(value);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, part(one)]));
  }
  if (LISTS.has(keyword) && Array.isArray(value)) return value.map(part);
  return SCHEMAS.has(keyword) ? part(value) : value;
}

function valuesOf(properties: JsonObject): JsonObject {
  const values = Object.entries(properties).flatMap(([key, one]) => (one === false ? [] : [{ key, one: objectOf(one) }]));
  const names = values.map(({ one }) => nameOf(shaped(one)));
  return Object.fromEntries(
    values.map(({ key, one }, n) => {
      const name = names[n];
      const isOwn = name === undefined || one.title !== undefined || names.indexOf(name) !== names.lastIndexOf(name);
      return [key, asValue(isOwn ? one : named(one))];
    }),
  );
}

/** Memoized: the same definition has to give the same object, which is then shaped once. */
const named = onceFor((value: JsonObject): JsonObject => ({ ...value, title: nameOf(shaped(value)) ?? null }));

const nameOf = ({ 'x-kind': kind, 'x-class': isClass, title = isClass ? undefined : kind }: JsonObject): Json | undefined => title;

const part = (value: Json): Json => (isObject(value) ? shaped(value) : value);

/** The schema of one field: a constant becomes an `enum` of one, null is no choice, a secret is text, an untyped value is `x-any`. */
const asValue = onceFor((value: JsonObject): JsonObject => {
  const whole = shaped(value);
  return whole['x-nothing'] !== undefined && isGroup(whole) ? orNothing(whole) : asOne(described(whole));
});

/** A group that may be null: a choice between this group and none. */
function orNothing({ 'x-kind': kind, ...group }: JsonObject): JsonObject {
  return offering(group, [typeof kind === 'string' ? { title: kind } : {}]);
}

function asOne({ const: only, oneOf, ...given }: JsonObject): JsonObject {
  const rest = Array.isArray(given.enum) ? withoutNull(given, given.enum) : given;
  if (rest.writeOnly === true) return { type: 'string', ...rest };
  if (only !== undefined) return only === null ? { ...rest, type: 'null' } : { ...rest, enum: [only] };
  const whole = { ...rest, ...(oneOf !== undefined && { oneOf }) };
  return isAnything(whole) ? { ...whole, 'x-any': true } : whole;
}

/** A field titled by its key shows its kind in the description. */
function described({ 'x-kind': kind, ...schema }: JsonObject): JsonObject {
  if (typeof kind !== 'string' || schema.title !== undefined) return schema;
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${kind} · ${description}` : kind };
}

/** `x-enumTitles` is parallel to `enum`: the title of null goes, too. */
function withoutNull({ 'x-enumTitles': titles, ...schema }: JsonObject, choices: Json[]): JsonObject {
  const isChoice = (_: Json, n: number) => choices[n] !== null;
  return { ...schema, enum: choices.filter(isChoice), ...(Array.isArray(titles) && { 'x-enumTitles': titles.filter(isChoice) }) };
}

const isGroup = ({ type, properties, oneOf }: JsonObject) => (type === 'object' || isObject(properties)) && oneOf === undefined;

/** Does a schema leave open what kind of value it is? */
export const isAnything = (schema: Json | undefined): boolean => !isObject(schema) || !DECLARING.some((keyword) => keyword in schema);

/** Merges `allOf` into the schema. Conditions (`dependent*` become such) and `oneOf` stay in `allOf`: they depend on the values. */
function withParts({ allOf, ...schema }: JsonObject): JsonObject {
  const { if: asked, then, else: otherwise, dependentSchemas, dependentRequired, dependencies, ...own } = schema;
  const needs = [dependentSchemas, dependentRequired, dependencies].flatMap((all) => Object.entries(objectOf(all)));
  const conditions = needs.map(([key, needed]) => ({
    if: { required: [key] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: Array.isArray(needed) ? { required: needed } : needed,
  }));
  const parts = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  const whole = parts.filter(({ oneOf }) => !oneOf).reduce((all, one) => joined(one, all), own);
  const staying = [
    ...(Array.isArray(whole.allOf) ? whole.allOf : []),
    ...parts.filter(({ oneOf }) => oneOf),
    ...(asked === undefined
      ? []
      : [{ if: asked, ...(then !== undefined && { then }), ...(otherwise !== undefined && { else: otherwise }) }]),
    ...conditions,
  ];
  return { ...whole, ...(staying.length > 0 && { allOf: staying }) };
}

/** Drops patterns that may backtrack catastrophically; the keys they describe are then allowed with any value. */
function withPatterns({ patternProperties, ...schema }: JsonObject): JsonObject {
  const all = Object.entries(objectOf(patternProperties));
  const quick = all.filter(([pattern]) => !mayBacktrack(pattern));
  return {
    ...schema,
    ...(quick.length > 0 && { patternProperties: Object.fromEntries(quick) }),
    ...(quick.length < all.length && { additionalProperties: true }),
  };
}

/** Draft 7 has a list of schemas in `items` and the schema of further entries in `additionalItems`. */
function withPlaces(schema: JsonObject): JsonObject {
  const { prefixItems, items, additionalItems, ...rest } = schema;
  const places = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
  const more = Array.isArray(items) ? additionalItems : items;
  return { ...rest, ...(places && { prefixItems: places.map(numbered) }), ...(!isAnything(more) && { items: more as JsonObject }) };
}

/** An entry without a title is titled by its number and its kind. */
const numbered = (place: Json, n: number): Json =>
  isObject(place) && typeof place['x-kind'] === 'string' ? { title: `${n + 1} · ${place['x-kind']}`, ...place } : place;

function withAlternatives(schema: JsonObject): JsonObject {
  const { oneOf, anyOf, type, ...rest } = schema;
  const typed = type === undefined ? rest : { ...rest, type };
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null');
    if (rest.enum !== undefined) return rest;
    if (types.length < 2) return withAlternatives({ ...schema, type: types[0] ?? 'null' });
    return offering(
      rest,
      types.map((one) => ({ type: one })),
    );
  }
  const given = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  if (given.length === 0) return typed;
  if (given.every((one) => isObject(one) && 'const' in one)) return { ...typed, ...chosenFrom(given.map(objectOf), typed.type) };
  const all = given.map(objectOf);
  const real = all.filter((one) => one.type !== 'null');
  if (real.every(isAnything)) return typed;
  const nothing = all.find((one) => one.type === 'null');
  const [one = {}] = real;
  if (real.length === 1) return joined(one, nothing && isGroup(one) ? { ...typed, 'x-nothing': nothing.title ?? true } : typed);
  return offering(typed, told(real), nothing);
}

/** Turns a choice of `const`s into an `enum` with titles. */
function chosenFrom(constants: JsonObject[], type: Json | undefined): JsonObject {
  const choices = constants.map(called).filter((one) => one.const !== null);
  const types = new Set(choices.map((one) => typeof one.const));
  const only = types.size === 1 && !types.has('boolean') ? [...types][0] : undefined;
  const titles = choices.map(({ title = null }) => title);
  return {
    ...(type === undefined && only && { type: only }),
    enum: choices.map((one) => one.const as Json),
    ...(titles.some((title) => title !== null) && { 'x-enumTitles': titles }),
  };
}

/**
 * Titles the alternatives that have no title: by their only possible value, or groups by the constants that distinguish them, if possible
 * those of a single property. The distinguishing properties are marked by `x-tells`; if there is just one, this lists its constants with
 * their titles.
 */
function told(alternatives: JsonObject[]): JsonObject[] {
  const groups = alternatives.filter(isGroup);
  const keys = [...new Set(groups.flatMap((one) => Object.keys(objectOf(one.properties))))];
  const telling = keys.filter((key) => new Set(groups.map((one) => constantAt(one, key))).size > 1);
  const nameBy = (by: string[], one: JsonObject) => by.flatMap((key) => constantAt(one, key) ?? []).join(' · ');
  const isEnough = (by: string[]) => {
    const names = groups.map((one) => nameBy(by, one));
    return !names.includes('') && new Set(names).size === groups.length;
  };
  const by = groups.length > 1 ? [...telling.map((key) => [key]), telling].find(isEnough) : undefined;
  const titled = (one: JsonObject): JsonObject => ({ title: nameBy(by ?? [], one), ...called(one) });
  const choices = by?.length === 1 ? groups.map((one) => ({ const: onlyAt(one, by[0]) ?? null, title: titled(one).title ?? null })) : [];
  return alternatives.map((one) => {
    if (by && isGroup(one)) return titled(marked(one, by, choices));
    const name = nameOfOnly(one);
    return name === undefined ? called(one) : { title: name, ...called(one) };
  });
}

/** The title of the only possible value, or the value itself; undefined where that would say less than the type. */
function nameOfOnly(schema: JsonObject): string | undefined {
  const [title] = Array.isArray(schema['x-enumTitles']) ? schema['x-enumTitles'] : [];
  const only = onlyOf(schema);
  if (only === undefined || typeof only === 'boolean') return undefined;
  if (typeof title === 'string') return title;
  // A text that reads like a number would be taken for one.
  return typeof only === 'number' || /^(?!(true|false|null)$)\p{L}/u.test(only) ? String(only) : undefined;
}

function marked(group: JsonObject, keys: string[], choices: JsonObject[]): JsonObject {
  const properties = Object.entries(objectOf(group.properties)).map(
    ([key, one]) => [key, keys.includes(key) && constantAt(group, key) ? { ...objectOf(one), 'x-tells': choices } : one] as const,
  );
  return { ...group, properties: Object.fromEntries(properties) };
}

function constantAt(group: JsonObject, key: string): string | undefined {
  const only = onlyAt(group, key);
  return typeof only === 'boolean' ? `${key}: ${only}` : only?.toString();
}

const onlyAt = ({ properties }: JsonObject, key = '') => onlyOf(objectOf(objectOf(properties)[key]));

/** The only possible value, if there is just one and it is a scalar. */
function onlyOf({ enum: values, const: constant }: JsonObject): string | number | boolean | undefined {
  const only = constant ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
  return isObject(only) || Array.isArray(only) ? undefined : (only ?? undefined);
}

/** A `oneOf` of complete alternatives: the keywords beside it are merged into each, annotations stay beside it. */
function offering(beside: JsonObject, alternatives: JsonObject[], nothing?: JsonObject): JsonObject {
  const entries = Object.entries(beside);
  const shared = Object.fromEntries(entries.filter(([keyword]) => !OF_THE_WHOLE.test(keyword)));
  return {
    ...Object.fromEntries(entries.filter(([keyword]) => OF_THE_WHOLE.test(keyword))),
    oneOf: alternatives.map((one) => joined(one, shared)),
    ...(typeof nothing?.title === 'string' && { 'x-nothing': nothing.title }),
  };
}

/** Merges two schemas of one value. The keywords of `over` win, but inside common properties those of `under`. */
export function joined(under: JsonObject, over: JsonObject): JsonObject {
  if (Object.keys(over).length === 0) return under;
  const both = (keyword: string) => [under[keyword], over[keyword]].flatMap((some) => (Array.isArray(some) ? some : []));
  const [required, allOf] = [both('required'), both('allOf')];
  const properties = { ...objectOf(under.properties) };
  for (const [key, value] of Object.entries(objectOf(over.properties)))
    properties[key] = joined(objectOf(value), objectOf(properties[key]));
  return {
    ...under,
    ...over,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(allOf.length > 0 && { allOf }),
  };
}

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
