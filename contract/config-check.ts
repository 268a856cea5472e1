import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { pathTo, valueAt, withValue } from './config-document';
import { formatIn } from './config-format';
import { withoutHidden } from './config-hidden';
import { withNullAsNothing } from './config-null';
import type { FailureDetail, Language } from './errors';
import { typeText } from './field-text';
import { draftOf, referenced, stepsOf } from './json-schema';
import { isObject, type Json, type JsonObject } from './merge-patch';

/** At most this many faults are reported per document. */
const MAX_ISSUES = 50;
/** Keywords that only say that something inside them failed. */
const CONTAINERS =
  /^(properties|patternProperties|additionalProperties|unevaluatedProperties|propertyNames|items|prefixItems|additionalItems|unevaluatedItems|\$ref|allOf|if|dependentSchemas|dependencies)$/;

/**
 * Where a configuration does not meet its project's schema. The validator must not use `eval`, which the platform's
 * Content-Security-Policy forbids: pages run the same check as the platform.
 * @param hidden paths of write-only values that are set; of those missing in the document only their presence is known
 * @throws Error when the schema cannot be evaluated; `schemaIssues` lets no such schema in
 */
export function configIssues(schema: JsonObject, document: Json, language: Language, hidden: string[] = []): FailureDetail[] {
  const unknown = hidden.filter((path) => valueAt(document, path) === undefined);
  const held = withNullAsNothing(withoutHidden(schema, unknown));
  const whole = unknown.reduce((all, path) => (isObject(all) ? withValue(all, path, null) : all), document);
  // The validator URI-encodes keys, which throws on lone surrogates; `documentIssues` refuses such keys.
  if (hasHalfKeys(whole)) return [];
  const { errors } = new Validator(standalone(held), draftOf(held), false).validate(whole);
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const names = errors.filter(({ keyword }) => keyword === 'propertyNames');
  const isOfName = ({ keywordLocation: at }: OutputUnit) => names.some((name) => at.startsWith(`${name.keywordLocation}/`));
  // For a schema `false` the validator gives the location in the document as `keywordLocation`: take that of the preceding unit.
  const placeOf = (unit: OutputUnit, n: number) => (unit.keyword === 'false' ? (errors[n - 1] ?? unit) : unit);
  const isOfChoice = (unit: OutputUnit, n: number) => {
    const { keyword, keywordLocation: at, instanceLocation } = placeOf(unit, n);
    // While no alternative matches, nothing inside them counts as evaluated: an `unevaluated*` fault at that place is only a consequence.
    const isUnknown = keyword.startsWith('unevaluated') && choices.some((choice) => choice.instanceLocation === instanceLocation);
    return isUnknown || choices.some((choice) => at.startsWith(`${choice.keywordLocation}/`));
  };
  const isContainer = (unit: OutputUnit) => CONTAINERS.test(unit.keyword) && missingIn(unit) === undefined;
  const leaves = errors.filter((unit, n) => !isContainer(unit) && !isOfChoice(unit, n));
  // An invalid property is not marked as evaluated, so `additionalProperties: false` refuses it as well: drop that second fault.
  const isEcho = ({ keyword, instanceLocation: place }: OutputUnit) =>
    keyword === 'false' &&
    leaves.some(({ keyword: other, instanceLocation: at }) => (other !== 'false' && at === place) || at.startsWith(`${place}/`));
  // Whatever an unknown value is: it must not be there, or not by this name. What is unevaluated may only be so because it is unknown.
  const askedBy = (n: number): string => (errors[n]?.keyword === '$ref' ? askedBy(n - 1) : (errors[n]?.keyword ?? ''));
  const isForbidden = (unit: OutputUnit, n: number) => unit.keyword === 'false' && !askedBy(n - 1).startsWith('unevaluated');
  const forbidden = new Set(errors.filter((unit, n) => isForbidden(unit, n) || isOfName(unit)));
  const issues = new Map<string, FailureDetail>();
  for (const unit of leaves) {
    if (isEcho(unit)) continue;
    const message = textOf(unit, held, language);
    const issue = { path: pathOf(unit), message: isOfName(unit) ? ofName(message, language) : message };
    if (!unknown.includes(issue.path) || forbidden.has(unit)) issues.set(`${issue.path} ${issue.message}`, issue);
    if (issues.size >= MAX_ISSUES) break;
  }
  return [...issues.values()];
}

const hasHalfKeys = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some(hasHalfKeys)
    : isObject(value) && Object.entries(value).some(([key, inner]) => /\p{Surrogate}/u.test(key) || hasHalfKeys(inner));

// Copied, because the validator adds properties to the schemas it is given; `$id` goes, because no `$ref` may use it.
function standalone({ $id: _, ...schema }: JsonObject): Schema {
  return JSON.parse(JSON.stringify(schema));
}

/** The validator's locations are URI-encoded JSON pointers. */
const placesOf = (location: string) => stepsOf(decodeURI(location));

/** The missing key of a failed `required` or `dependentRequired`; only the error's text names it. */
const missingIn = ({ error }: OutputUnit) => /does not have (?:required property )?"(.*)"\.$/.exec(error)?.[1];

function pathOf(unit: OutputUnit): string {
  const path = placesOf(unit.instanceLocation).reduce(pathTo, '');
  // The fault of a missing key goes to the key itself, where the form has its field.
  const missing = missingIn(unit);
  return missing === undefined ? path : pathTo(path, missing);
}

function textOf(unit: OutputUnit, schema: JsonObject, language: Language): string {
  const { keywordLocation } = unit;
  const keyword = missingIn(unit) === undefined ? unit.keyword : 'required';
  const limit = keyword === 'enum' ? choicesAt(schema, keywordLocation, language) : keywordAt(schema, keywordLocation);
  const [zh, en] = (texts[keyword] ?? texts.other)?.(limit) ?? [];
  return (language === 'zh-CN' ? zh : en) ?? '';
}

/** For faults of the key (`propertyNames`), not of its value. */
const ofName = (message: string, language: Language) => (language === 'zh-CN' ? `键名：${message}` : `The key: ${message}`);

/** The values of `enum`, with their titles where they have any. */
function choicesAt(schema: JsonObject, location: string, language: Language): Json | undefined {
  const values = keywordAt(schema, location);
  const around = keywordAt(schema, location.slice(0, -'/enum'.length));
  const { 'x-enumTitles': own, 'x-en': english }: JsonObject = isObject(around) ? around : {};
  const spoken = language === 'en-US' && isObject(english) && Array.isArray(english.enumTitles) ? english.enumTitles : own;
  const titles = Array.isArray(spoken) ? spoken : [];
  const say = (value: Json, title: Json | undefined) => {
    if (typeof title !== 'string' || title === value) return value;
    return language === 'zh-CN' ? `${title}（${value}）` : `${title} (${value})`;
  };
  return Array.isArray(values) ? values.map((value, n) => say(value, titles[n])) : values;
}

/** The value of a keyword by the validator's location, which also leads through `$ref`s. */
function keywordAt(schema: JsonObject, location: string): Json | undefined {
  return placesOf(location).reduce<Json | undefined>((at, step) => {
    const next = (at as JsonObject | undefined)?.[step];
    return step === '$ref' && typeof next === 'string' ? referenced(schema, next) : next;
  }, schema);
}

const listed = (values: Json | undefined, between: string) =>
  [values]
    .flat()
    .map((value) => String(value))
    .join(between);
/** Chinese typography: a space between Chinese and other text. */
const spaced = (words: string) => (/^\p{Script=Han}/u.test(words) ? words : ` ${words}`);
const shown = (value: Json | undefined) => JSON.stringify(value)?.slice(0, 100);

const texts: Record<string, (limit: Json | undefined) => [zh: string, en: string]> = {
  type: (type) => [typeText([type].flat(), 'zh-CN'), typeText([type].flat(), 'en-US')],
  const: (value) => [`只能是 ${shown(value)}`, `This has to be ${shown(value)}`],
  enum: (values) => [`只能是 ${listed(values, '、')}`, `One of ${listed(values, ', ')}`],
  required: () => ['请填写此项', 'Please fill this in'],
  false: () => ['没有这一项配置', 'There is no such setting'],
  minimum: (limit) => [`不能小于 ${limit}`, `Not less than ${limit}`],
  maximum: (limit) => [`不能大于 ${limit}`, `Not more than ${limit}`],
  exclusiveMinimum: (limit) => [`须大于 ${limit}`, `More than ${limit}`],
  exclusiveMaximum: (limit) => [`须小于 ${limit}`, `Less than ${limit}`],
  multipleOf: (step) => [`须为 ${step} 的整数倍`, `A multiple of ${step}`],
  minLength: (limit) => [`至少 ${limit} 个字符`, `At least ${limit} characters`],
  maxLength: (limit) => [`最多 ${limit} 个字符`, `At most ${limit} characters`],
  pattern: (pattern) => [`格式不正确，须匹配 ${pattern}`, `This has to match ${pattern}`],
  format: (format) => [
    `格式不正确，须为${spaced(formatIn(String(format), 'zh-CN') ?? String(format))}`,
    `This has to be ${formatIn(String(format), 'en-US') ?? `of the form ${format}`}`,
  ],
  minItems: (limit) => [`至少 ${limit} 项`, `At least ${limit} of them`],
  maxItems: (limit) => [`最多 ${limit} 项`, `At most ${limit} of them`],
  uniqueItems: () => ['不能有重复项', 'The same is there twice'],
  minProperties: (limit) => [`至少 ${limit} 项`, `At least ${limit} of them`],
  maxProperties: (limit) => [`最多 ${limit} 项`, `At most ${limit} of them`],
  other: () => ['不符合配置模式', 'This does not meet the schema'],
};
