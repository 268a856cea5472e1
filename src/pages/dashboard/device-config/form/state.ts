import { differencesOf, valueAt } from '@contract/config-document';
import { isAround } from '@/utils/json-changes';
import type { Surroundings } from './surroundings';

/** How a value stands between what is saved, what is typed and what the device has. */
export function stateOf({ document, saved, secrets, reported, faults, refused }: Surroundings, path: string) {
  const [typed, before] = [valueAt(document, path), valueAt(saved, path)];
  const isSecret = secrets.includes(path);
  const had = reported ? valueAt(reported.state, path) : undefined;
  return {
    isChanged: JSON.stringify(typed) !== JSON.stringify(before),
    /** The device reports something else; of what was never set, and of what is never told, nothing is expected. */
    differs: Boolean(reported) && typed !== undefined && !isSecret && differencesOf(typed, had).length > 0,
    isFaulty: [...faults, ...refused].some((fault) => isAround(fault.path, path)),
    had,
    isWanted: typed !== undefined,
  };
}
