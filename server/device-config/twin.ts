import type { Sync, Twin } from '../../contract/config';
import { differencesOf, valueAt, without, withValue } from '../../contract/config-document';
import { secretPaths } from '../../contract/config-schema';
import type { DeviceState } from '../../contract/device';
import { isObject, type Json, type JsonObject } from '../../contract/merge-patch';
import { HIDDEN } from '../../contract/webhook';
import type { Stored } from './queries';

/** A secret shorter than this is not looked for in what a device says: it would be found everywhere. */
const MIN_SECRET = 4;

/** What a page is shown. What was sealed once, or the schema calls write-only now, is left out of it. */
export function twinOf(stored: Stored, schema: JsonObject, device: DeviceState): Twin {
  const hidden = hiddenPaths(stored.secrets, schema);
  const { version, updatedAt, updatedBy, note } = stored;
  const state = without(stored.state, hidden);
  const reported = stored.reported && { ...stored.reported, state: without(stored.reported.state as JsonObject, hidden) };
  const secrets = hidden.filter((path) => Object.hasOwn(stored.secrets, path) || valueAt(stored.state, path) !== undefined);
  const differences = reported ? differencesOf(state, reported.state, hidden) : [];
  const twin = {
    schema,
    desired: { version, state, secrets, updatedAt: updatedAt > 0 ? new Date(updatedAt).toISOString() : null, updatedBy, note },
    reported,
    differences,
  };
  return { ...twin, sync: syncOf(twin, device) };
}

function syncOf({ desired, reported, differences }: Pick<Twin, 'desired' | 'reported' | 'differences'>, device: DeviceState): Sync {
  if (desired.version === 0) return 'in-sync';
  if (reported?.version === desired.version) {
    if (reported.result !== 'ok') return 'rejected';
    if (differences.length === 0) return 'in-sync';
  }
  return device === 'online' ? 'waiting' : 'offline';
}

/** Where there are write-only values: by the schema, and those that were before it was changed. */
export const hiddenPaths = (secrets: Record<string, Json>, schema: JsonObject): string[] => [
  ...new Set([...secretPaths(schema), ...Object.keys(secrets)]),
];

/** The whole of a configuration, as its device is sent it. */
export const wholeOf = (state: JsonObject, secrets: Record<string, Json>): JsonObject =>
  Object.entries(secrets).reduce((whole, [path, value]) => withValue(whole, path, value), state);

/** Takes the write-only values out of a configuration. */
export function split(whole: JsonObject, hidden: string[]): { state: JsonObject; secrets: Record<string, Json> } {
  const secrets: Record<string, Json> = {};
  for (const path of hidden) {
    const value = valueAt(whole, path);
    if (value !== undefined) secrets[path] = value;
  }
  return { state: without(whole, hidden), secrets };
}

/** The same value with every secret in its texts made unreadable: devices repeat in an error what they were sent. */
export function censored<T extends Json>(value: T, secrets: Record<string, Json>): T {
  const words = textsIn(Object.values(secrets)).filter((text) => text.length >= MIN_SECRET);
  const clean = (part: Json): Json => {
    if (typeof part === 'string') return words.reduce((text, word) => text.replaceAll(word, HIDDEN), part);
    if (Array.isArray(part)) return part.map(clean);
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, clean(inner)])) : part;
  };
  return words.length > 0 ? (clean(value) as T) : value;
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
