import { isObject, type Json } from '@contract/merge-patch';
import { useState } from 'react';
import { putIn } from '@/utils/json-changes';

interface Picked {
  /** The alternative's index. */
  kind: number;
  /** The value before the last write, which the form still passes until the write has arrived. */
  from: Json | undefined;
  to: Json | undefined;
  /** Values that were typed for other alternatives, by their names. */
  left: ReadonlyMap<string, Json>;
  sitting: symbol;
}

/**
 * Remembers which alternative was chosen or typed into, because an empty value does not tell. This holds while the value is the one that
 * choosing and typing gave; if it was reset or came from elsewhere, the value itself decides.
 * @param sitting the editing session: values left in other alternatives come back within the same one only (`useDraft`)
 */
export function usePicked(value: Json | undefined, sitting: symbol) {
  const [picked, setPicked] = useState<Picked>();
  const isWritten = picked !== undefined && isSame(value, picked.to);
  // `Object.is`, because NaN (text that is no number) does not equal itself.
  if (isWritten && !Object.is(picked.from, picked.to)) setPicked({ ...picked, from: picked.to });
  if (picked && !isWritten && !isSame(value, picked.from)) setPicked(undefined);
  const left = picked?.sitting === sitting ? picked.left : new Map<string, Json>();

  return {
    picked: picked?.kind ?? -1,
    left,
    /** @param leaving the value until now, by the name of its alternative */
    pick: (kind: number, to: Json | undefined, leaving: Map<string, Json>) =>
      setPicked({ kind, from: value, to, left: new Map([...left, ...leaving]), sitting }),
    /** A value in the field was written. @param steps its path, relative to the field */
    wrote: (kind: number, steps: (string | number)[], next: Json | undefined) =>
      setPicked((now = { kind, from: value, to: value, left, sitting }) => ({ ...now, to: putIn(now.to, steps, next) })),
    forget: () => setPicked(undefined),
  };
}

const isSame = (one: Json | undefined, other: Json | undefined) => JSON.stringify(bare(one)) === JSON.stringify(bare(other));

/** Without the empty sections that the form makes for itself. */
function bare(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map(bare);
  if (!isObject(value)) return value ?? null;
  const entries = Object.entries(value).map(([key, one]) => [key, bare(one)] as const);
  return Object.fromEntries(entries.filter(([, one]) => one !== null && !(isObject(one) && Object.keys(one).length === 0)));
}
