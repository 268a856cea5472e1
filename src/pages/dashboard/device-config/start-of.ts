import type { Twin } from '@contract/config';
import { type JsonObject, mergePatch } from '@contract/merge-patch';
import { schemaFor } from '@/utils/config-conditions';
import { defaultsOf } from '@/utils/config-fields';
import { type Change, put } from '@/utils/json-changes';

/** Conditions that ask for what others bring are followed so many steps: no schema holds the page up. */
const MAX_STEPS = 12;

/**
 * What a configuration is before anybody types: what is saved; and of a device that nobody has configured the schema's defaults, as they are
 * with what its conditions bring to them and to what is typed.
 * @param schema a shaped one
 */
export function startOf(schema: JsonObject, { version, state }: Twin['desired'], edits: Change[] = []): JsonObject {
  if (version > 0) return state;
  let start = defaultsOf(schema);
  const seen = new Set([JSON.stringify(start)]);
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = defaultsOf(schemaFor(schema, mergePatch({}, onTop(start, edits)), []));
    const text = JSON.stringify(next);
    // The same again; or conditions take back what they bring: then what they brought stays.
    if (seen.has(text)) return start;
    seen.add(text);
    start = next;
  }
  return start;
}

/** What was typed, on top of what was there before. */
export const onTop = (start: JsonObject, edits: Change[]): JsonObject => edits.reduce((all, { path, to }) => put(all, path, to), start);
