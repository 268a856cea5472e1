import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { onceFor } from '@contract/once-for';
import { configIssuesHere } from './config-issues';
import { joined } from './config-shape';
import { pathsIn } from './json-changes';

/**
 * A shaped schema as it is of one value: with what its conditions bring to it and to the groups in it. One schema is of many entries of a list,
 * and of many keys that nobody named: their conditions stay. The same object where nothing in it depends on anything.
 * @param hidden paths of write-only values that are set, though not in the value
 */
export function schemaFor(schema: JsonObject, value: Json | undefined, hidden: string[]): JsonObject {
  if (!hasConditions(schema)) return schema;
  const { allOf, ...own } = schema;
  const parts = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  const conditions = parts.filter((one) => one.if !== undefined);
  const rest = parts.filter((one) => one.if === undefined);
  const mayBe = (asked: JsonObject) => configIssuesHere(asked, value ?? {}, 'en-US', hidden).length === 0;
  // Of what is hidden it is not known: it may be either.
  const brought = conditions
    .flatMap(({ if: asked = true, then, else: otherwise }) => [
      mayBe({ if: asked, else: false }) && then,
      mayBe({ not: asked }) && otherwise,
    ])
    .filter(isObject);
  const whole = brought.reduce(withBrought, { ...own, ...(rest.length > 0 && { allOf: rest }) });
  // What is brought may have conditions of its own.
  return brought.some((one) => one.allOf !== undefined) ? schemaFor(whole, value, hidden) : withInner(whole, value, hidden);
}

const hasConditions = onceFor(({ allOf, properties, oneOf }: JsonObject): boolean => {
  const inner = [oneOf, isObject(properties) && Object.values(properties)].flatMap((some) => some || []).filter(isObject);
  return (Array.isArray(allOf) && allOf.some((one) => isObject(one) && one.if !== undefined)) || inner.some(hasConditions);
});

/** What a condition brings comes after what was there, and goes before it where both say something of one value. */
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
