import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { pathTo, valueAt, withValue } from './config-document';
import { formatIn } from './config-format';
import { withoutHidden } from './config-hidden';
import { withNullAsNothing } from './config-null';
import type { FailureDetail, Language } from './errors';
import { typeText } from './field-text';
import { draftOf, referenced, stepsOf } from './json-schema';
import { isObject, type Json, type JsonObject } from './merge-patch';

/** So many faults are told of one document. */
const MAX_ISSUES = 50;
/** Keywords that only say that something inside them failed. */
const CONTAINERS =
  /^(properties|patternProperties|additionalProperties|unevaluatedProperties|propertyNames|items|prefixItems|additionalItems|unevaluatedItems|\$ref|allOf|if|dependentSchemas|dependencies)$/;

/**
 * Where a configuration does not meet its project's schema. Without code made from text (`eval`), so that a page under the platform's
 * Content-Security-Policy comes to the same verdict as the platform.
 * @param hidden paths of write-only values that are set; of those that are not in the document at hand only that they are there is known
 * @throws Error when the schema cannot be evaluated; `schemaIssues` lets no such schema in
 */
export function configIssues(schema: JsonObject, document: Json, language: Language, hidden: string[] = []): FailureDetail[] {
  const unknown = hidden.filter((path) => valueAt(document, path) === undefined);
  const held = withNullAsNothing(withoutHidden(schema, unknown));
  const whole = unknown.reduce((all, path) => (isObject(all) ? withValue(all, path, null) : all), document);
  // The validator writes keys into addresses, where half a character has no place; `documentIssues` refuses such keys.
  if (hasHalfKeys(whole)) return [];
  const { errors } = new Validator(standalone(held), draftOf(held), false).validate(whole);
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const names = errors.filter(({ keyword }) => keyword === 'propertyNames');
  const isOfName = ({ keywordLocation: at }: OutputUnit) => names.some((name) => at.startsWith(`${name.keywordLocation}/`));
  // `false` has no place in the schema of its own (the validator names that in the document): it stands where the unit before it does.
  const placeOf = (unit: OutputUnit, n: number) => (unit.keyword === 'false' ? (errors[n - 1] ?? unit) : unit);
  const isOfChoice = (unit: OutputUnit, n: number) => {
    const { keyword, keywordLocation: at, instanceLocation } = placeOf(unit, n);
    // What alternatives know is not known while none of them is met.
    const isUnknown = keyword.startsWith('unevaluated') && choices.some((choice) => choice.instanceLocation === instanceLocation);
    return isUnknown || choices.some((choice) => at.startsWith(`${choice.keywordLocation}/`));
  };
  const isContainer = (unit: OutputUnit) => CONTAINERS.test(unit.keyword) && missingIn(unit) === undefined;
  const leaves = errors.filter((unit, n) => !isContainer(unit) && !isOfChoice(unit, n));
  // Of a value that is wrong the validator also says that nothing allows it.
  const isEcho = ({ keyword, instanceLocation: place }: OutputUnit) =>
    keyword === 'false' &&
    leaves.some(({ keyword: other, instanceLocation: at }) => other !== 'false' && (at === place || at.startsWith(`${place}/`)));
  const issues = new Map<string, FailureDetail>();
  for (const unit of leaves) {
    if (isEcho(unit)) continue;
    const message = textOf(unit, held, language);
    const issue = { path: pathOf(unit), message: isOfName(unit) ? ofName(message, language) : message };
    if (!unknown.includes(issue.path)) issues.set(`${issue.path} ${issue.message}`, issue);
    if (issues.size >= MAX_ISSUES) break;
  }
  return [...issues.values()];
}

const hasHalfKeys = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some(hasHalfKeys)
    : isObject(value) && Object.entries(value).some(([key, inner]) => /\p{Surrogate}/u.test(key) || hasHalfKeys(inner));

// The validator writes into the schemas it is given; and a name of the whole is of no use, because nothing may refer to it.
function standalone({ $id: _, ...schema }: JsonObject): Schema {
  return JSON.parse(JSON.stringify(schema));
}

/** The validator writes its locations as parts of an address. */
const placesOf = (location: string) => stepsOf(decodeURI(location));

/** The key that has to be there, always or because another one is. */
const missingIn = ({ error }: OutputUnit) => /does not have (?:required property )?"(.*)"\.$/.exec(error)?.[1];

function pathOf(unit: OutputUnit): string {
  const path = placesOf(unit.instanceLocation).reduce(pathTo, '');
  // A key that is missing is told at its own place, where a form has its field.
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

/** What is wrong with a key and not with the value that it names. */
const ofName = (message: string, language: Language) => (language === 'zh-CN' ? `键名：${message}` : `The key: ${message}`);

/** The values of `enum`, each by what it is called where it is called something. */
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

/** The value of a keyword, by the way the validator took to it: through references, too. */
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
/** Between Chinese and what is not, there is a space. */
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
