import type { Reported } from '@contract/config';
import type { FailureDetail } from '@contract/errors';
import type { Json, JsonObject } from '@contract/merge-patch';
import { createContext, useContext } from 'react';
import type { Typed } from '@/utils/json-text';

/** What a field of the form knows besides its own value. */
export interface Surroundings {
  /** The shaped schema in the user's language, with the conditions that apply to `wanted`. */
  schema: JsonObject;
  document: JsonObject;
  /** `document` without nulls. */
  wanted: JsonObject;
  /** The version that is being edited. */
  version: number;
  /** What edits are compared with, see `useDraft`. */
  saved: JsonObject;
  /** The desired configuration after saving: the newest version, with the edits on top. */
  toBe: JsonObject;
  /** The newest version. */
  newest: number;
  /** Paths of the write-only values that are set. */
  secrets: string[];
  /** Those of `secrets` that stay as they are. */
  hidden: string[];
  /** The editing session: changes when the edits are saved or discarded. */
  sitting: symbol;
  /** The text of numbers that cannot be stored, shared with the JSON view. */
  typed: Typed;
  reported: Reported | null;
  faults: FailureDetail[];
  /** The paths of `faults`. */
  faulty: string[];
  /** Paths of the edits, and of values that the device reports otherwise. */
  edited: string[];
  differing: string[];
  /** The path of the enclosing value with alternatives, once one is chosen. */
  chosen?: string;
  /** Values that the device refused, with its reasons. */
  refused: FailureDetail[];
  /** Sets one value; undefined removes it. */
  onSet: (path: string, value: Json | undefined) => void;
  /** Opens the JSON view, in which values without a field can be set, too. */
  onJson: () => void;
}

/** Is this path, as the form's library gives it, that of a list's entry, or within one? */
export const isInList = (path: (string | number)[]): boolean => path.some((key) => typeof key === 'number');

/** Where a field writes: the path of its value. */
export const PlaceContext = createContext('');

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

export function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext);
  if (!surroundings) throw new Error('a field of the configuration outside of its form');
  return surroundings;
}
