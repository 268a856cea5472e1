import type { Twin } from '@contract/config';
import { valueAt, without } from '@contract/config-document';
import { isObject, type JsonObject, mergePatch } from '@contract/merge-patch';
import { schemaFor } from '@/utils/config-conditions';
import { defaultsOf, isNamed } from '@/utils/config-fields';
import { type Change, changesBetween, onTop } from '@/utils/json-changes';

/** Limits how often defaults may trigger conditions that bring further defaults: no schema can hang the page. */
const MAX_STEPS = 12;

/**
 * The document before the user's edits: the saved one, or the schema's defaults for a device that was never configured; with the defaults
 * that the edits bring or take away, through conditions and through groups that they begin.
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
    // Nothing changes any more, or conditions revoke what they have brought (a cycle): then that stays.
    if (seen.has(text)) return start;
    seen.add(text);
    start = next;
  }
  return start;
}

/**
 * Moves a saved configuration from the old schema's defaults to the new one's (the edits may change which conditions apply). A default that
 * was removed on purpose is not added again.
 */
function moved({ state }: Twin['desired'], before: JsonObject, now: JsonObject, wanted: JsonObject): JsonObject {
  const usual = defaultsOf(before, state);
  const brought = changesBetween({}, defaultsOf(now, wanted)).filter(
    ({ path }) => valueAt(state, path) === undefined && (valueAt(usual, path) === undefined || isBegun(path, state, wanted)),
  );
  return onTop(without(state, takenAway(usual, now, state)), brought);
}

/** Is the path in a group that is missing in the saved configuration and has been begun? */
function isBegun(path: string, state: JsonObject, wanted: JsonObject): boolean {
  const steps = path.split('.');
  const groups = steps.slice(1).map((_, n) => steps.slice(0, n + 1).join('.'));
  const missing = groups.find((group) => valueAt(state, group) === undefined);
  return missing !== undefined && valueAt(wanted, missing) !== undefined;
}

/** Paths of saved values that still equal their former default and that the new schema no longer names. */
function takenAway(usual: JsonObject, now: JsonObject, state: JsonObject, path: string[] = []): string[] {
  return Object.entries(usual).flatMap(([key, one]) => {
    const [at, saved] = [[...path, key], state[key]];
    if (!isNamed(now, at)) return JSON.stringify(saved) === JSON.stringify(one) ? [at.join('.')] : [];
    return isObject(one) && isObject(saved) ? takenAway(one, now, saved, at) : [];
  });
}
