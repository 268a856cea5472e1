import { secretPaths } from '@contract/config-schema';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { alternativeOf, alternativesOf } from '@/utils/config-alternatives';
import { schemaFor } from '@/utils/config-conditions';
import { objectOf } from '@/utils/config-shape';

/**
 * The patch that copies one device's configuration to others. In a group with alternatives, keys that only other alternatives have are
 * cleared, because the target devices may have any of them. Secrets are left unchanged.
 * @param schema a shaped one
 */
export const copied = (schema: JsonObject, state: JsonObject): JsonObject => group(schemaFor(schema, state, []), state);

const group = (schema: JsonObject, state: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(state).map(([key, one]) => [key, part(propertyOf(schema, key), one)]));

function part(schema: JsonObject, value: Json): Json {
  if (!isObject(value)) return value;
  const alternatives = alternativesOf(schema);
  const own = alternatives[alternativeOf(alternatives, value)] ?? schema;
  if (alternatives.length < 2) return group(own, value);
  const foreign = alternatives
    .flatMap(({ properties }) => Object.entries(objectOf(properties)))
    .filter(([key, property]) => !Object.hasOwn(value, key) && secretPaths({ properties: { [key]: property } }).length === 0);
  return { ...group(own, value), ...Object.fromEntries(foreign.map(([key]) => [key, null])) };
}

const propertyOf = ({ properties }: JsonObject, key: string) => objectOf(isObject(properties) ? properties[key] : undefined);
