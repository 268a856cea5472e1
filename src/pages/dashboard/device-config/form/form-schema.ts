import { pathTo } from '@contract/config-document';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { onceFor } from '@contract/once-for';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { propertiesOf } from '@/utils/config-fields';

/** The keyword with a value's default, which the form shows as a placeholder. */
export const SUGGESTED = 'x-default';

/** Removes `default`, which the library would fill in by itself: a field that is left empty stays empty. */
export function formSchemaOf(schema: JsonObject): RJSFSchema {
  return withoutDefault(schema) as RJSFSchema;
}

/** The widgets of values for which the type does not suffice. Those of an alternative are looked up when it is chosen. */
export function uiSchemaOf(schema: JsonObject, path = ''): UiSchema<JsonObject> {
  const entries = propertiesOf(schema).map(([key, value]) => {
    const at = pathTo(path, key);
    const widget = widgetOf(value);
    return [key, widget ? { 'ui:widget': widget, 'ui:options': { path: at } } : uiSchemaOf(value, at)] as const;
  });
  return Object.fromEntries(entries.filter(([, ui]) => Object.keys(ui).length > 0));
}

/** A fixed-length list of numbers is one line up to this length. */
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

/** Goes through properties by name: one of them may be called `default`. */
function inEach(keyword: string, value: Json): Json {
  if (!MAPS.has(keyword) || !isObject(value)) return withoutDefaults(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ofItsOwn(keyword, withoutDefaults(one))]));
}

/** Copied, because the library marks schemas of patterns in place, and the same object may be used for a named property. */
const ofItsOwn = (keyword: string, schema: Json) => (keyword === 'patternProperties' && isObject(schema) ? { ...schema } : schema);

const MAPS = new Set(['properties', 'patternProperties']);
const VALUES = new Set(['enum', 'const']);
