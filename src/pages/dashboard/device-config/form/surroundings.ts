import type { Reported } from '@contract/config';
import type { FailureDetail } from '@contract/errors';
import type { Json, JsonObject } from '@contract/merge-patch';
import { createContext, useContext } from 'react';
import type { Typed } from '@/utils/json-text';

/** What a field of the form knows besides its own value. */
export interface Surroundings {
  /** In one language. */
  schema: JsonObject;
  document: JsonObject;
  /** The same without what null takes away. */
  wanted: JsonObject;
  /** The version that is being changed. */
  version: number;
  /** What is saved, to tell what was changed. */
  saved: JsonObject;
  /** What the device would be told to be: what somebody else has saved meanwhile, with what was typed here on top. */
  toBe: JsonObject;
  /** The newest version. */
  newest: number;
  /** Paths of the write-only values that are set. */
  secrets: string[];
  /** Of those, the ones that stay as they are. */
  hidden: string[];
  /** Another one once what was typed has been saved or discarded. */
  sitting: symbol;
  /** Numbers that cannot be kept, as they were typed: for the other view, too. */
  typed: Typed;
  reported: Reported | null;
  faults: FailureDetail[];
  /** Where there are any. */
  faulty: string[];
  /** Where something was changed, and where the device reports something else. */
  edited: string[];
  differing: string[];
  /** The place around at which one of several kinds has been chosen. */
  chosen?: string;
  /** What the device did not take, for its own reasons. */
  refused: FailureDetail[];
  /** Sets one value; undefined takes it away. */
  onSet: (path: string, value: Json | undefined) => void;
  /** To where everything can be set, what has no field of its own too. */
  onJson: () => void;
}

/** Where a field writes: the path of its value. */
export const PlaceContext = createContext('');

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

export function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext);
  if (!surroundings) throw new Error('a field of the configuration outside of its form');
  return surroundings;
}
