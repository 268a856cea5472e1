/** A value of JSON (RFC 8259). */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * JSON merge patch (RFC 7396, section 2): `null` removes a key, objects are merged key by key, everything else, arrays too, is replaced
 * whole. Neither argument is changed, and a key called `__proto__` is a key like any other.
 */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** The patch that makes `to` of `from`: `mergePatch(from, patchBetween(from, to))` is `to`, as long as no value in `to` is null. */
export function patchBetween(from: JsonObject, to: JsonObject): JsonObject {
  const patch = new Map<string, Json>();
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) patch.set(key, null);
  for (const [key, value] of Object.entries(to)) {
    const before = Object.hasOwn(from, key) ? from[key] : undefined;
    if (isObject(before) && isObject(value)) {
      const inner = patchBetween(before, value);
      if (Object.keys(inner).length > 0) patch.set(key, inner);
    } else if (JSON.stringify(before) !== JSON.stringify(value)) patch.set(key, value);
  }
  return Object.fromEntries(patch);
}
