import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { onceFor } from '@contract/once-for';
import { configIssuesHere } from './config-issues';
import { joined } from './config-shape';
import { pathsIn } from './json-changes';

/**
 * Merges the branches of the conditions (`if`/`then`/`else`) that apply to a value into its shaped schema, in nested groups, too. Those in
 * list entries and free keys stay: one schema describes many values there. Returns the same object when there are no conditions.
 * @param hidden paths of write-only values that are set, though not in the value
 */
export function schemaFor(schema: JsonObject, value: Json | undefined, hidden: string[]): JsonObject {
  if (!hasConditions(schema)) return schema;
  const { allOf, ...own } = schema;
  const parts = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  const conditions = parts.filter((one) => one.if !== undefined);
  const rest = parts.filter((one) => one.if === undefined);
  const mayBe = (asked: JsonObject) => configIssuesHere(asked, value ?? {}, 'en-US', hidden).length === 0;
  // A condition on a hidden value may be met or not: then both branches apply.
  const brought = conditions
    .flatMap(({ if: asked = true, then, else: otherwise }) => [
      mayBe({ if: asked, else: false }) && then,
      mayBe({ not: asked }) && otherwise,
    ])
    .filter(isObject);
  const whole = brought.reduce(withBrought, { ...own, ...(rest.length > 0 && { allOf: rest }) });
  // A branch may contain conditions of its own.
  return brought.some((one) => one.allOf !== undefined) ? schemaFor(whole, value, hidden) : withInner(whole, value, hidden);
}

const hasConditions = onceFor(({ allOf, properties, oneOf }: JsonObject): boolean => {
  const inner = [oneOf, isObject(properties) && Object.values(properties)].flatMap((some) => some || []).filter(isObject);
  return (Array.isArray(allOf) && allOf.some((one) => isObject(one) && one.if !== undefined)) || inner.some(hasConditions);
});

/** Merges a branch: its new properties come last, in common properties its keywords win. */
function withBrought(before: JsonObject, brought: JsonObject): JsonObject {
  const whole = joined(brought, before);
  if (!isObject(brought.properties) || !isObject(before.properties)) return whole;
  return { ...whole, properties: { ...before.properties, ...(whole.properties as JsonObject) } };
}

function withInner({ properties, oneOf, ...schema }: JsonObject, value: Json | undefined, hidden: string[]): JsonObject {
  const innerOf = (key: string) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined);
  const inner = Object.entries(isObject(properties) ? properties : {}).map(
    ([key, one]) => [key, isObject(one) ? schemaFor(one, innerOf(key), pathsIn(hidden, key)) : one] as const,
  );
  return {
    ...schema,
    ...(properties !== undefined && { properties: Object.fromEntries(inner) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map((one) => (isObject(one) ? schemaFor(one, value, hidden) : one)) }),
  };
}
