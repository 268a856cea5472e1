import { differencesOf, valueAt } from '@contract/config-document';
import type { Json } from '@contract/merge-patch';
import { isSame } from '@/utils/json-changes';
import type { Surroundings } from './surroundings';

/** For values with alternatives whose fields are rows of their own: compares and names only the alternative. */
export interface Kinds {
  isSame: (one: Json | undefined, other: Json | undefined) => boolean;
  /** Undefined: the value is shown as usual. */
  nameOf: (value: Json | undefined) => string | undefined;
}

const asWanted: Kinds['isSame'] = (wanted, had) => wanted !== undefined && differencesOf(wanted, had).length === 0;

/** Compares the edited value with the saved, the newest and the reported one. */
export function stateOf({ document, saved, toBe, secrets, reported }: Surroundings, path: string, kinds?: Kinds) {
  const [typed, before, wanted] = [valueAt(document, path), valueAt(saved, path), valueAt(toBe, path)];
  const isSecret = secrets.includes(path);
  // Null means that it has none (RFC 7396).
  const had = (reported && valueAt(reported.state, path)) ?? undefined;
  const isChanged = !(kinds?.isSame ?? isSame)(typed, before);
  return {
    isChanged,
    wanted,
    /** It has no edit here, and was changed in a newer version. */
    isOutrun: !isChanged && !(kinds?.isSame ?? isSame)(typed, wanted),
    /** The device reports something else. Values that are not wanted and secrets are not compared. */
    differs: Boolean(reported) && wanted !== undefined && !isSecret && !(kinds?.isSame ?? asWanted)(wanted, had),
    had,
    isWanted: wanted !== undefined,
  };
}
