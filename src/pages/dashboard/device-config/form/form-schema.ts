import { pathTo } from '@contract/config-document';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { onceFor } from '@contract/once-for';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { propertiesOf } from '@/utils/config-fields';

/** Where the form finds a value's default, to suggest it. */
export const SUGGESTED = 'x-default';

/** The schema for the form: without defaults, which it would fill in unseen; a place left empty stays empty. */
export function formSchemaOf(schema: JsonObject): RJSFSchema {
  return withoutDefault(schema) as RJSFSchema;
}

/** Which field each value has, where its type does not say it; those of an alternative are asked for once it is chosen. */
export function uiSchemaOf(schema: JsonObject, path = ''): UiSchema<JsonObject> {
  const entries = propertiesOf(schema).map(([key, value]) => {
    const at = pathTo(path, key);
    const widget = widgetOf(value);
    return [key, widget ? { 'ui:widget': widget, 'ui:options': { path: at } } : uiSchemaOf(value, at)] as const;
  });
  return Object.fromEntries(entries.filter(([, ui]) => Object.keys(ui).length > 0));
}

/** A list of this many numbers is written in one line. */
const LINE_OF_NUMBERS = 6;

function widgetOf({ writeOnly, type, items, minItems, maxItems }: JsonObject): string | undefined {
  if (writeOnly === true) return 'secret';
  const isNumbers = isObject(items) && (items.type === 'number' || items.type === 'integer');
  if (type === 'array' && isNumbers && minItems !== undefined && minItems === maxItems && Number(maxItems) <= LINE_OF_NUMBERS)
    return 'numbers';
  return undefined;
}

function withoutDefaults(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutDefaults);
  return isObject(schema) ? withoutDefault(schema) : schema;
}

const withoutDefault = onceFor(({ default: suggested, ...schema }: JsonObject): JsonObject => {
  const entries = Object.entries(schema).map(
    ([keyword, value]) => [keyword, VALUES.has(keyword) ? value : inEach(keyword, value)] as const,
  );
  return { ...Object.fromEntries(entries), ...(suggested !== undefined && suggested !== null && { [SUGGESTED]: suggested }) };
});

/** A property may be called `default`. */
function inEach(keyword: string, value: Json): Json {
  if (!MAPS.has(keyword) || !isObject(value)) return withoutDefaults(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ofItsOwn(keyword, withoutDefaults(one))]));
}

/** What a pattern names is marked by the library as such, in place: the same definition may stand elsewhere by its name. */
const ofItsOwn = (keyword: string, schema: Json) => (keyword === 'patternProperties' && isObject(schema) ? { ...schema } : schema);

const MAPS = new Set(['properties', 'patternProperties']);
const VALUES = new Set(['enum', 'const']);
