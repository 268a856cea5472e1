import type { configIssues } from './config-check';
import { isTooLarge, pathTo, TOO_LARGE, valueAt, wrongKey } from './config-document';
import { saidOf, withFilledDefaults } from './config-filled';
import type { FailureDetail, Language } from './errors';
import { LISTS, MAPS, referenced, refsIn, SCHEMAS, stepsOf, withInner } from './json-schema';
import { isObject, type Json, type JsonObject, mergePatch } from './merge-patch';
import { onceFor } from './once-for';

/**
 * The schemas of configurations: JSON Schema, draft 2020-12 or 7, in one document. Beside the standard keywords the platform reads:
 * - `title`, `description`: in Chinese, or in whatever language the project speaks. The title of a `$ref`'s target names a kind of value; a
 *   title beside the `$ref` names the field, which otherwise goes by its key.
 * - `x-en`: `{ title?, description?, enumTitles? }`, the same in English.
 * - `x-enumTitles`: what the values of `enum` are called, in their order.
 * - `x-unit`: the unit of a number, e.g. `mm`.
 * - `writeOnly: true`: a secret, one text, number or switch. It is stored sealed, sent to the device, and never shown again.
 *
 * Null is no value, except in lists: it removes one. A `required` property that may be null may be missing.
 * Properties that a group's `default` leaves out take their own `default`.
 */
export const DRAFTS = ['https://json-schema.org/draft/2020-12/schema', 'http://json-schema.org/draft-07/schema#'];

const MAX_DEPTH = 24;
/** The longest allowed chain of `$ref`s. */
const MAX_REFERENCES = 100;
/** Patterns that schema libraries generate for addresses and times exceed 256 characters. */
const MAX_PATTERN = 512;
const MAX_ISSUES = 50;
/** More than a configuration has room for. Nested `$ref`s multiply the properties, and the form renders all of them. */
const MAX_VALUES = 5000;

/** A schema in one language: titles and descriptions in English where it has them. */
export function schemaIn(schema: JsonObject, language: Language): JsonObject {
  const spoken = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(spoken);
    if (!isObject(value)) return value;
    const { 'x-en': english, ...own } = value;
    const inner = Object.fromEntries(Object.entries(own).map(([key, one]) => [key, spoken(one)]));
    if (language !== 'en-US' || !isObject(english)) return inner;
    const { enumTitles, ...words } = english;
    return { ...inner, ...words, ...(enumTitles !== undefined && { 'x-enumTitles': enumTitles }) };
  };
  return spoken(schema) as JsonObject;
}

/** Paths of a schema's write-only values. They are in nested `properties`, also behind `$ref`, never in lists or alternatives. */
export const secretPaths = (schema: JsonObject): string[] => secretsIn(schema)(schema);

/** The same for any part of the schema, relative to it; '' is the part itself. Each `$ref`'s target is searched once. */
function secretsIn(root: JsonObject) {
  const known = new Map<string, string[]>();
  const inside = (part: Json | undefined): string[] => {
    if (!isObject(part)) return [];
    if (part.writeOnly === true) return [''];
    const { properties, $ref } = part;
    const own = Object.entries(isObject(properties) ? properties : {}).flatMap(([key, inner]) =>
      inside(inner).map((path) => (path === '' ? key : pathTo(key, path))),
    );
    return typeof $ref === 'string' ? [...new Set([...own, ...behind($ref)])] : own;
  };
  const behind = (ref: string): string[] => {
    const paths = known.get(ref) ?? inside(referenced(root, ref));
    known.set(ref, paths);
    return paths;
  };
  return inside;
}

const valuesOf = (named: Json | undefined): Json[] => (isObject(named) ? Object.values(named) : []);

/** Counts the values that a part of a schema names, nested ones and those in conditions included. Memoized, because definitions repeat. */
function valuesIn(root: JsonObject): (part: JsonObject) => number {
  const count = onceFor((part: JsonObject): number =>
    saidOf(root, part)
      .flatMap(({ properties, dependentSchemas, dependencies, ...one }) => [
        ...[properties, dependentSchemas, dependencies].flatMap(valuesOf),
        one.then,
        one.else,
      ])
      .filter(isObject)
      .reduce((sum, inner) => sum + count(inner), 1),
  );
  return count;
}

/** Faults of the schema itself; a path is the keywords that lead to it, joined by slashes. */
export function schemaIssues(schema: JsonObject, language: Language): FailureDetail[] {
  const issues: FailureDetail[] = [];
  const say = (path: string[], zh: string, en: string) => {
    if (issues.length < MAX_ISSUES) issues.push({ path: path.join('/'), message: language === 'zh-CN' ? zh : en });
  };
  const followed = new Map<string, number | 'going'>();
  /** `$ref`s at places that allow no write-only value. */
  const elsewhere: { ref: Json; at: string[] }[] = [];

  /** @param isPlain a property of properties, or a definition, where a secret may be */
  const look = (part: Json, path: string[], isPlain: boolean) => {
    if (typeof part === 'boolean') return;
    if (!isObject(part)) return say(path, '须为 JSON Schema', 'This has to be a JSON Schema');
    if (path.length > MAX_DEPTH) return say(path, '嵌套过深', 'This is nested too deeply');
    if (part.writeOnly === true && !(isPlain && path.length > 0)) say(path, ...MISPLACED_SECRET);
    else if (part.writeOnly === true && isCompound(schema, part)) say(path, ...COMPOUND_SECRET);

    for (const [keyword, value] of Object.entries(part)) {
      const at = [...path, keyword];
      const wrong = wrongKeyword(keyword, value, path.length === 0) ?? impossible(keyword, part);
      if (wrong) say(at, ...wrong);
      else if (keyword === '$ref') {
        follow(String(value), at);
        if (!isPlain) elsewhere.push({ ref: value, at });
      } else if (MAPS.has(keyword)) {
        const isPlainInside = isPlain && (keyword === 'properties' || (path.length === 0 && DEFINITIONS.has(keyword)));
        for (const [name, inner] of Object.entries(value as JsonObject)) {
          const problem = keyword === 'properties' ? wrongKey(name) : keyword === 'patternProperties' ? wrongPattern(name) : undefined;
          if (problem) say([...at, name], ...problem);
          if (keyword !== 'dependencies' || !Array.isArray(inner)) look(inner, [...at, name], isPlainInside);
        }
      } else if (LISTS.has(keyword) && Array.isArray(value))
        for (const [n, inner] of value.entries()) look(inner, [...at, String(n)], false);
      else if (SCHEMAS.has(keyword)) look(value, at, false);
    }
  };
  // Definitions are checked where they stand. This finds dangling and recursive references, and returns the longest chain.
  const follow = (ref: string, path: string[]): number => {
    const target = referenced(schema, ref);
    const known = followed.get(ref);
    if (typeof known === 'number') return known;
    if (target === undefined) say(path, `找不到 ${ref}`, `There is no ${ref}`);
    if (known === 'going') say(path, '不支持递归引用', 'Recursive references are not supported');
    if (target === undefined || known === 'going') return 0;
    followed.set(ref, 'going');
    const count = 1 + Math.max(0, ...refsIn(target).map((next) => follow(next, path)));
    followed.set(ref, count);
    if (count === MAX_REFERENCES + 1) say(path, '嵌套过深', 'This is nested too deeply');
    return count;
  };

  if (isNoSchema(schema))
    say(
      [],
      '没有 JSON Schema 的关键字（如 properties）：这像是一份配置，而不是配置模式',
      'No keyword of JSON Schema, such as properties, is here: this looks like a configuration, not like a schema of one',
    );
  else look(schema, [], true);
  if (issues.length > 0) return issues;

  const values = valuesIn(schema);
  const crowded = ['#', ...followed.keys()].find((ref) => values({ $ref: ref }) > MAX_VALUES);
  if (crowded)
    say(stepsOf(crowded), `连同所引用的，最多 ${MAX_VALUES} 项`, `At most ${MAX_VALUES} settings, with those that are referred to`);
  if (issues.length > 0) return issues;

  // Collected only now: MAX_VALUES, which was just checked, also limits the number of these paths.
  const secrets = secretsIn(schema);
  if (secrets(schema).includes('')) say(['$ref'], ...MISPLACED_SECRET);
  const secret = new Set([...new Set(elsewhere.map(({ ref }) => ref))].filter((ref) => secrets({ $ref: ref }).length > 0));
  for (const { ref, at } of elsewhere) if (secret.has(ref)) say(at, ...MISPLACED_SECRET);
  return issues;
}

/**
 * Defaults that fail their own schema: every new device's form would start with a fault. Only for schemas without `schemaIssues`.
 * @param issuesOf `configIssues`; the platform limits its time
 */
export function defaultIssues(schema: JsonObject, language: Language, issuesOf: typeof configIssues): FailureDetail[] {
  const given: { part: JsonObject; value: Json; path: string[] }[] = [];
  const look = (part: JsonObject, path: string[]): JsonObject => {
    // In a default, too, null means no value.
    const value = mergePatch(undefined, part.default ?? null);
    if (value !== null) given.push({ part, value, path });
    return withInner(part, (inner, steps) => look(inner, [...path, ...steps]));
  };
  withInner(withFilledDefaults(schema), look);

  // All defaults are checked at once, as one configuration whose keys are their indexes.
  const { $schema = DRAFTS[0] as string, $defs = {}, definitions = {} } = schema;
  const properties = Object.fromEntries(given.map(({ part }, n) => [n, part]));
  const values = Object.fromEntries(given.map(({ value }, n) => [n, value]));
  // Defaults contain no secrets: a required secret that is missing is no fault.
  const secrets = secretPaths({ $defs, definitions, properties }).filter((path) => valueAt(values, path) === undefined);
  const issues = issuesOf({ $schema, $defs, definitions, properties }, values, language);
  return issues.flatMap(({ path, message }) => {
    const [n, ...steps] = path.split('.');
    const at = given[Number(n)]?.path ?? [];
    return secrets.includes(path) ? [] : [{ path: [...at, 'default', ...steps].join('/'), message }];
  });
}

const DEFINITIONS = new Set(['$defs', 'definitions']);
const MISPLACED_SECRET = [
  'writeOnly 的值须写在对象的 properties 里，可经 $ref 引用，不能在列表、多选一或条件里',
  'A writeOnly value has to stand in the properties of objects, themselves or behind a $ref: not in a list, an alternative or a condition',
] as const;

const isKnown = (keyword: string) =>
  [MAPS, LISTS, SCHEMAS, NUMBERS, COUNTS, FLAGS, REFUSED, OTHERS].some((keywords) => keywords.has(keyword));

/** Without any keyword, e.g. a configuration instead of its schema: as a schema it would allow anything. */
const isNoSchema = (schema: JsonObject) => Object.keys(schema).length > 0 && !Object.keys(schema).some(isKnown);

const COMPOUND_SECRET = [
  'writeOnly 只能用于单个值，如文本或数字；对象请标在其中的各个值上',
  'Only a single value, as a text or a number, may be writeOnly; of an object, its values',
] as const;

const HOLDERS =
  'properties patternProperties additionalProperties required minProperties maxProperties items prefixItems contains minItems maxItems'.split(
    ' ',
  );

/** May the value be an object or a list? `type` decides; without it, values and keywords that only objects and lists have. */
function isCompound(root: JsonObject, part: JsonObject, seen = new Set<JsonObject>()): boolean {
  if (seen.has(part)) return false;
  seen.add(part);
  const inside = (one: Json) => isObject(one) && isCompound(root, one, seen);
  return saidOf(root, part).some(({ type, enum: values = [], const: only = null, anyOf = [], oneOf = [], ...one }) => {
    if (type !== undefined) return [type].flat().some((name) => name === 'object' || name === 'array');
    if ([values, only].flat().some((value) => typeof value === 'object' && value !== null)) return true;
    return HOLDERS.some((keyword) => Object.hasOwn(one, keyword)) || [anyOf, oneOf].flat().some(inside);
  });
}

type Wrong = [zh: string, en: string] | undefined;
const NUMBERS = new Set('minimum maximum exclusiveMinimum exclusiveMaximum'.split(' '));
const COUNTS = new Set('minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'.split(' '));
const TEXTS = new Set('title description format $comment x-unit'.split(' '));
const FLAGS = new Set('writeOnly readOnly uniqueItems deprecated'.split(' '));
/** Further keywords that reveal a schema. `title` and the like do not: any document may have such keys. */
const OTHERS = new Set('$schema $id $ref type enum const pattern multipleOf required dependentRequired'.split(' '));
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const REFUSED = new Set('$anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary'.split(' '));

const isTextList = (value: Json) => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isOneOfTypes = (value: Json) => typeof value === 'string' && TYPES.includes(value);

function wrongKeyword(keyword: string, value: Json, isRoot: boolean): Wrong {
  const unless = (isRight: boolean, zh: string, en: string): Wrong => (isRight ? undefined : [zh, en]);
  if (REFUSED.has(keyword) || (keyword === '$id' && !isRoot)) return ['不支持该关键字', 'This keyword is not supported'];
  if (!MAPS.has(keyword) && !LISTS.has(keyword) && !SCHEMAS.has(keyword) && holdsTooLarge(value)) return TOO_LARGE;
  if (keyword === '$schema') return unless(DRAFTS.includes(String(value)), `只能是 ${DRAFTS.join('、')}`, `One of ${DRAFTS.join(', ')}`);
  if (keyword === '$ref')
    return unless(
      typeof value === 'string' && /^#\/(\$defs|definitions)\/[^/]+$/.test(value),
      '只能引用本文档的 #/$defs/…',
      'Only references to #/$defs/… of this document',
    );
  if (keyword === 'type' && isRoot) return unless(value === 'object', '须为 object', 'This has to be object');
  if (keyword === 'type')
    return unless(
      Array.isArray(value) ? value.length > 0 && value.every(isOneOfTypes) : isOneOfTypes(value),
      `只能是 ${TYPES.join('、')}`,
      `One of ${TYPES.join(', ')}`,
    );
  if (keyword === 'pattern') return typeof value === 'string' ? wrongPattern(value) : ['须为文本', 'This has to be a text'];
  if (keyword === 'enum')
    return unless(Array.isArray(value) && value.length > 0, '须为非空列表', 'This has to be a list that is not empty');
  if (keyword === 'required') return unless(isTextList(value), '须为属性名列表', 'This has to be a list of names');
  if (keyword === 'dependentRequired')
    return unless(isObject(value) && Object.values(value).every(isTextList), '须为属性名列表', 'This has to be lists of names');
  if (NUMBERS.has(keyword)) return unless(Number.isFinite(value), '须为数字', 'This has to be a number');
  if (keyword === 'multipleOf')
    return unless(Number.isFinite(value) && Number(value) > 0, '须为大于 0 的数字', 'This has to be a number above 0');
  if (COUNTS.has(keyword))
    return unless(Number.isInteger(value) && Number(value) >= 0, '须为非负整数', 'This has to be a whole number from 0');
  if (TEXTS.has(keyword)) return unless(typeof value === 'string', '须为文本', 'This has to be a text');
  if (FLAGS.has(keyword)) return unless(typeof value === 'boolean', '须为 true 或 false', 'This has to be true or false');
  if (MAPS.has(keyword)) return unless(isObject(value), '须为对象', 'This has to be an object');
  if (LISTS.has(keyword) && !SCHEMAS.has(keyword))
    return unless(Array.isArray(value) && value.length > 0, '须为非空列表', 'This has to be a list that is not empty');
}

/** Keywords that contradict another one, so that no value can be valid. */
function impossible(keyword: string, { type, enum: values, ...part }: JsonObject): Wrong {
  const least = keyword.startsWith('max') ? keyword.replace('max', 'min') : '';
  if (Number(part[least]) > Number(part[keyword])) return [`不能小于 ${least}`, `Not less than ${least}`];
  if (keyword !== 'enum' || type === undefined || !Array.isArray(values)) return undefined;
  const types = [type].flat();
  if (!values.some((value) => types.some((one) => isOfType(value, one)))) return ['没有一个值符合 type', 'None of these is of the type'];
}

function isOfType(value: Json, type: Json): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return isObject(value);
  return type === (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
}

const holdsTooLarge = (value: Json): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(holdsTooLarge) : isTooLarge(value);

// Slow patterns are not refused: the platform limits the time of each check instead.
function wrongPattern(pattern: string): Wrong {
  if (pattern.length > MAX_PATTERN) return [`最多 ${MAX_PATTERN} 个字符`, `At most ${MAX_PATTERN} characters`];
  try {
    new RegExp(pattern, 'u');
  } catch {
    return ['不是有效的正则表达式', 'This is not a regular expression'];
  }
}
