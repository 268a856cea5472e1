import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { valuesOf } from '@/utils/config-fields';

/** Where the form finds a value's default, to suggest it. */
export const SUGGESTED = 'x-default';

/** The schema for the form: without defaults, which it would fill in unseen; a place left empty stays empty. */
export function formSchemaOf(schema: JsonObject): RJSFSchema {
  return withoutDefaults(schema) as RJSFSchema;
}

/** Which field each value has, where its type does not say it. */
export function uiSchemaOf(schema: JsonObject): UiSchema<JsonObject> {
  const ui: UiSchema<JsonObject> = {};
  for (const { path, schema: value } of valuesOf(schema)) {
    const widget = widgetOf(value);
    if (!widget) continue;
    let at = ui as Record<string, object>;
    for (const key of path.split('.')) {
      at[key] ??= {};
      at = at[key] as Record<string, object>;
    }
    Object.assign(at, { 'ui:widget': widget, 'ui:options': { path } });
  }
  return ui;
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
  if (!isObject(schema)) return schema;
  const { default: suggested, properties, ...rest } = schema;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutDefaults(value)])),
    ...(suggested !== undefined && { [SUGGESTED]: suggested }),
    // A property may be called `default`.
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, withoutDefaults(value)])),
    }),
  };
}
