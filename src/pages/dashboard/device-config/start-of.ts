import type { Twin } from '@contract/config';
import { valueAt, without } from '@contract/config-document';
import { isObject, type JsonObject, mergePatch } from '@contract/merge-patch';
import { schemaFor } from '@/utils/config-conditions';
import { defaultsOf, isNamed } from '@/utils/config-fields';
import { type Change, changesBetween, onTop } from '@/utils/json-changes';

/** Conditions that ask for what others bring are followed so many steps: no schema holds the page up. */
const MAX_STEPS = 12;

/**
 * What a configuration is without what is typed: what is saved, and of a device that nobody has configured the schema's defaults; with what
 * comes and goes with what is typed: the defaults of what its conditions bring or take away, and of the groups that it begins.
 * @param schema a shaped one
 */
export function startOf(schema: JsonObject, desired: Twin['desired'], edits: Change[] = []): JsonObject {
  const { version, state, secrets } = desired;
  if (version > 0 && edits.length === 0) return state;
  let start = version > 0 ? state : defaultsOf(schema);
  const seen = new Set([JSON.stringify(start)]);
  for (let step = 0; step < MAX_STEPS; step++) {
    const typed = onTop(start, edits);
    const hidden = secrets.filter((path) => valueAt(typed, path) === undefined);
    const wanted = mergePatch({}, typed) as JsonObject;
    const now = schemaFor(schema, wanted, hidden);
    const next = version > 0 ? moved(desired, schemaFor(schema, state, secrets), now, wanted) : defaultsOf(now, wanted);
    const text = JSON.stringify(next);
    // The same again; or conditions take back what they bring: then what they brought stays.
    if (seen.has(text)) return start;
    seen.add(text);
    start = next;
  }
  return start;
}

/** What is saved, from what its schema was of it to what it is now: what could be there before and is not, was left out on purpose. */
function moved({ state }: Twin['desired'], before: JsonObject, now: JsonObject, wanted: JsonObject): JsonObject {
  const usual = defaultsOf(before, state);
  const brought = changesBetween({}, defaultsOf(now, wanted)).filter(
    ({ path }) => valueAt(state, path) === undefined && (valueAt(usual, path) === undefined || isBegun(path, state, wanted)),
  );
  return onTop(without(state, takenAway(usual, now, state)), brought);
}

/** Is a value in a group that is not saved, and has been begun? */
function isBegun(path: string, state: JsonObject, wanted: JsonObject): boolean {
  const steps = path.split('.');
  const groups = steps.slice(1).map((_, n) => steps.slice(0, n + 1).join('.'));
  const missing = groups.find((group) => valueAt(state, group) === undefined);
  return missing !== undefined && valueAt(wanted, missing) !== undefined;
}

/** Where a saved value is as its default was, and has no name any more. */
function takenAway(usual: JsonObject, now: JsonObject, state: JsonObject, path: string[] = []): string[] {
  return Object.entries(usual).flatMap(([key, one]) => {
    const [at, saved] = [[...path, key], state[key]];
    if (!isNamed(now, at)) return JSON.stringify(saved) === JSON.stringify(one) ? [at.join('.')] : [];
    return isObject(one) && isObject(saved) ? takenAway(one, now, saved, at) : [];
  });
}
