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
export function stateOf({ document, saved, secrets, reported }: Surroundings, path: string, kinds?: Kinds) {
  const [typed, before] = [valueAt(document, path), valueAt(saved, path)];
  const isSecret = secrets.includes(path);
  const had = reported ? valueAt(reported.state, path) : undefined;
  return {
    isChanged: !(kinds?.isSame ?? isSame)(typed, before),
    /** The device reports something else; of what was never set, and of what is never told, nothing is expected. */
    differs: Boolean(reported) && typed !== undefined && !isSecret && !(kinds?.isSame ?? asWanted)(typed, had),
    had,
    isWanted: typed !== undefined,
  };
}
