import { isObject, type Json } from '@contract/merge-patch';
import { useState } from 'react';
import { putIn } from '@/utils/json-changes';

interface Picked {
  /** Which alternative. */
  kind: number;
  /** The value before it was written to last, which is shown until it is written. */
  from: Json | undefined;
  to: Json | undefined;
  /** What was typed as other alternatives, by their names, and in which sitting. */
  left: ReadonlyMap<string, Json>;
  sitting: symbol;
}

/**
 * Which alternative was chosen or typed into in a field, as what has no value yet does not show. It is believed while the value is what
 * choosing and typing made of it: a value that was put back, or came from elsewhere, says itself what it is.
 * @param sitting what was typed and left for another alternative comes back with its own in this one only
 */
export function usePicked(value: Json | undefined, sitting: symbol) {
  const [picked, setPicked] = useState<Picked>();
  const isWritten = picked !== undefined && isSame(value, picked.to);
  // What is no number is not even itself.
  if (isWritten && !Object.is(picked.from, picked.to)) setPicked({ ...picked, from: picked.to });
  if (picked && !isWritten && !isSame(value, picked.from)) setPicked(undefined);
  const left = picked?.sitting === sitting ? picked.left : new Map<string, Json>();

  return {
    picked: picked?.kind ?? -1,
    left,
    /** @param leaving what was typed until now, by the name of its alternative */
    pick: (kind: number, to: Json | undefined, leaving: Map<string, Json>) =>
      setPicked({ kind, from: value, to, left: new Map([...left, ...leaving]), sitting }),
    /** Something in the field is written, as this alternative, at these steps from it. */
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
