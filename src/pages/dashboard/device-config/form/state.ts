import { differencesOf, valueAt } from '@contract/config-document';
import type { Json } from '@contract/merge-patch';
import { isSame } from '@/utils/json-changes';
import type { Surroundings } from './surroundings';

/** Of which kind a value is, where that is told apart from what is in it. */
export interface Kinds {
  isSame: (one: Json | undefined, other: Json | undefined) => boolean;
  /** Undefined: it is said as any value is. */
  nameOf: (value: Json | undefined) => string | undefined;
}

const asWanted: Kinds['isSame'] = (wanted, had) => wanted !== undefined && differencesOf(wanted, had).length === 0;

/** How a value stands between what is saved, what is typed and what the device has. */
export function stateOf({ document, saved, toBe, secrets, reported }: Surroundings, path: string, kinds?: Kinds) {
  const [typed, before, wanted] = [valueAt(document, path), valueAt(saved, path), valueAt(toBe, path)];
  const isSecret = secrets.includes(path);
  const had = reported ? valueAt(reported.state, path) : undefined;
  const isChanged = !(kinds?.isSame ?? isSame)(typed, before);
  return {
    isChanged,
    wanted,
    /** Somebody else has changed it in a version that is newer than what is shown. */
    isOutrun: !isChanged && !(kinds?.isSame ?? isSame)(typed, wanted),
    /** The device reports something else; of what was never set, and of what is never told, nothing is expected. */
    differs: Boolean(reported) && wanted !== undefined && !isSecret && !(kinds?.isSame ?? asWanted)(wanted, had),
    had,
    isWanted: wanted !== undefined,
  };
}
