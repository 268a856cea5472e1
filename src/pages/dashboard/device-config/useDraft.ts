import { MAX_CONFIG_BYTES, type Twin } from '@contract/config';
import { bytesOf, differencesOf, documentIssues, valueAt, without } from '@contract/config-document';
import { secretPaths } from '@contract/config-schema';
import type { FailureDetail } from '@contract/errors';
import { isObject, type JsonObject, mergePatch } from '@contract/merge-patch';
import { useEffect, useMemo, useState } from 'react';
import { configTexts } from '@/locales/device-config';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { schemaFor } from '@/utils/config-conditions';
import { faultsInside } from '@/utils/config-faults';
import { configIssuesHere } from '@/utils/config-issues';
import { type Change, changesBetween, emptyIn, isSame as isSameValue, onTop, patchOf } from '@/utils/json-changes';
import { objectOf, type Typed, textOf } from '@/utils/json-text';
import { begunIn, voidedIn } from './nulls';
import { startOf } from './start-of';

type Desired = Twin['desired'];
/** How long discarded edits can be brought back. */
const DISCARDED_MS = 15_000;
export type View = 'form' | 'json';

interface Kept {
  /** The version that the edits are based on. */
  base: Desired;
  document: JsonObject;
  /** As it was typed into the JSON view, valid or not. */
  text: string;
  /** The text of numbers that cannot be stored, by path. A mutable map that the fields write to. */
  typed: Typed;
  /** The project's schema when editing began. */
  schema: JsonObject;
  /** The document without the edits, but with the defaults that they bring or take away (`startOf`). */
  start: JsonObject;
  /** Identifies an editing session: a new one each time the draft starts from a saved version. */
  sitting: symbol;
  /** The reason for the change, for the history. */
  note: string;
  /** The platform's faults when the present document was saved, and the schema it was checked by. */
  refused?: { details: FailureDetail[]; by: JsonObject };
}

/**
 * The configuration being edited: one document with two views. A newer version replaces it unless there are edits.
 * @param shape the schema as the form shows it
 */
export function useDraft({ schema, desired, reported }: Twin, shape: JsonObject) {
  const [kept, setKept] = useState<Kept>(() => draftOf(schema, shape, desired));
  const [discarded, setDiscarded] = useState<Kept>();
  const { base, document, text, typed, refused, start, sitting, note } = kept;
  const language = useLanguage();
  const t = useTexts(configTexts);
  const { fault } = useMemo(() => objectOf(text), [text]);

  const changes = useMemo(() => withSecrets(base, document, changesBetween(base.state, document)), [base, document]);
  const begun = useMemo(() => begunIn(shape, start, document, base.secrets), [document, start, shape, base]);
  /** What edits are compared with: the saved document, or the defaults for a device that was never configured. */
  const saved = base.version > 0 ? base.state : start;
  const edits = [...(saved === base.state ? changes : withSecrets(base, document, changesBetween(saved, document))), ...begun];
  /** Defaults that the edits brought along. */
  const brought = edits.filter(({ path, to }) => to !== undefined && saved !== start && isSameValue(valueAt(start, path), to));
  const isBroken = fault !== undefined;
  const isTyped = isBroken || edits.length > 0;
  const isNewer = desired.version > base.version;
  const isRuledAnew = !isSame(schema, kept.schema);

  useEffect(() => {
    if (!discarded) return;
    const timer = setTimeout(() => setDiscarded(undefined), DISCARDED_MS);
    return () => clearTimeout(timer);
  }, [discarded]);

  useEffect(() => {
    // The schema has changed: its defaults replace the old ones, and the edits are put on top.
    setKept((now) => {
      const moved = written(now, shape, now.document);
      return objectOf(now.text).fault || isSame(moved.start, now.start) ? now : moved;
    });
  }, [shape]);

  const wanted = useMemo(() => mergePatch(base.state, patchOf(changes)) as JsonObject, [base, changes]);
  const isSaved = isNewer && !isBroken && isSavedAs(desired, wanted, changes);
  useEffect(() => {
    if (isSaved || ((isNewer || isRuledAnew) && !isTyped)) setKept(draftOf(schema, shape, desired));
  }, [isSaved, isNewer, isRuledAnew, isTyped, schema, shape, desired]);
  const hidden = useMemo(() => base.secrets.filter((path) => !changes.some((change) => change.path === path)), [base, changes]);
  const shown = useMemo(() => schemaFor(shape, wanted, hidden), [shape, wanted, hidden]);
  const voided = useMemo(() => voidedIn(document, wanted, base.secrets, begun), [document, wanted, base, begun]);

  const faults = useMemo((): FailureDetail[] => {
    if (fault) return [fault];
    const tooLarge = bytesOf(wanted) > MAX_CONFIG_BYTES ? [{ path: '', message: t.tooLarge(MAX_CONFIG_BYTES / 1024) }] : [];
    const unfilled = begun.map(({ path }) => ({ path, message: t.fillIn }));
    const unkept = documentIssues(wanted, language);
    const found = [...tooLarge, ...unfilled, ...configIssuesHere(schema, wanted, language, hidden)];
    // The platform's faults are added, because the page cannot check secrets, or patterns that may backtrack catastrophically.
    const said = refused && isSame(refused.by, schema) ? refused.details : [];
    const all = [...found, ...said.filter(({ path }) => !found.some((fault) => fault.path === path))];
    const inside = faultsInside(shown, all, wanted, hidden, language);
    // A value that cannot be stored under any schema gets no schema faults on top.
    return [...unkept, ...inside.filter(({ path }) => !unkept.some((fault) => fault.path === path))];
  }, [fault, schema, shown, wanted, hidden, begun, refused, language, t]);

  // If a newer version was saved meanwhile, values without an edit are as they are there.
  const toBe = useMemo(
    () => (isNewer ? (mergePatch(desired.state, patchOf(changes)) as JsonObject) : document),
    [isNewer, desired, changes, document],
  );
  const differences = useMemo(() => {
    if (!reported || fault) return undefined;
    // Devices report neither removed values (null) nor write-only ones.
    const wanted = mergePatch({}, toBe) as JsonObject;
    const hidden = [...secretPaths(schema), ...base.secrets];
    return differencesOf(without(wanted, hidden), reported.state, hidden);
  }, [reported, fault, toBe, schema, base]);

  return {
    base,
    document,
    text,
    typed,
    saved,
    sitting,
    note,
    edits,
    /** Those of the edits that are defaults of groups or conditions that other edits began. */
    brought,
    /** The configuration that saving would give: without nulls, and without secrets. */
    wanted,
    /** Paths of the secrets that are set and not changed. */
    hidden,
    /** The shaped schema with the conditions that apply to `wanted`. */
    shown,
    /** Paths of nulls, which are dropped on saving. */
    voided,
    /** What saving changes. */
    changes,
    faults,
    /** The paths of the faults: a value with two faults counts once. */
    faulty: [...new Set(faults.map(({ path }) => path))],
    /** The desired configuration if this was saved on top of the newest version. */
    toBe,
    /** Paths at which the device reports something else than `toBe`; undefined: it has reported nothing, or the JSON text is invalid. */
    differences,
    /** The text in the JSON view is no JSON object. */
    isBroken,
    /** There are unsaved edits. */
    isTyped,
    /** Somebody saved a newer version while this was being edited. */
    isOutrun: isNewer && isTyped,
    /** Somebody changed the project's schema while this was being edited; the new one is used for checking. */
    isRuledAnew: isRuledAnew && isTyped,
    write: (next: JsonObject, from = base) => setKept(written(kept, shape, next, from)),
    /** What was typed into the JSON view. */
    writeText(next: string) {
      const { document = kept.document, typed = kept.typed } = objectOf(next);
      setKept({ ...kept, document, typed, text: next, refused: undefined });
    },
    annotate: (note: string) => setKept((now) => ({ ...now, note })),
    /** On leaving the JSON view: drops nulls and updates the defaults that depend on the edits. */
    leaveText: () => setKept(written(kept, shape, without(document, voided))),
    /** Stores the faults for which the platform refused the document. */
    refuse: (details: FailureDetail[], by: JsonObject) => setKept((now) => ({ ...now, refused: { details, by } })),
    /** Starts again from the version that was just saved. */
    restart(from: Desired) {
      setDiscarded(undefined);
      setKept(draftOf(schema, shape, from));
    },
    /** Discards the edits; they can be brought back for a while, unless there are new ones. */
    discard() {
      setDiscarded(kept);
      setKept(draftOf(schema, shape, desired));
    },
    bringBack:
      discarded && !isTyped
        ? () => {
            setKept(discarded);
            // Now the draft itself: an old copy must not be offered after further edits.
            setDiscarded(undefined);
          }
        : undefined,
  };
}

/**
 * Is this version our own save, whose answer was lost? The values of secrets are unknown: a change that sets one cannot be recognized.
 */
export const isSavedAs = ({ state, secrets }: Desired, wanted: JsonObject, changes: Change[]): boolean =>
  changes.length > 0 && changesBetween(wanted, state).length === 0 && !changes.some(({ path }) => secrets.includes(path));

const isSame = (one: JsonObject, other: JsonObject) => one === other || JSON.stringify(one) === JSON.stringify(other);

export type Draft = ReturnType<typeof useDraft>;

function draftOf(schema: JsonObject, shape: JsonObject, base: Desired): Kept {
  const start = startOf(shape, base);
  return { base, document: start, text: textOf(start), typed: new Map(), schema, start, sitting: Symbol(), note: '' };
}

/** The draft with another document, in which the defaults that depend on the edits are updated. */
function written(kept: Kept, shape: JsonObject, document: JsonObject, base = kept.base): Kept {
  const isMoved = base !== kept.base;
  const edits = changesBetween(isMoved ? base.state : kept.start, document);
  const start = startOf(shape, base, [...edits, ...emptyIn(document)]);
  const whole = isMoved || isSame(start, kept.start) ? document : onTop(start, [...edits, ...emptyIn(document)]);
  // The document is the same: keep the JSON text as it was typed.
  if (!isMoved && whole === kept.document) return { ...kept, start };
  return { ...kept, base, start, document: whole, text: textOf(whole, kept.typed), refused: undefined };
}

/** Adds the secrets that are removed, by null or with their group. Their values are unknown. */
function withSecrets({ secrets }: Desired, document: JsonObject, changes: Change[]): Change[] {
  const isGone = (path: string) =>
    valueAt(document, path) === null || changes.some((change) => path.startsWith(`${change.path}.`) && !isObject(change.to));
  return [...changes, ...secrets.filter(isGone).map((path) => ({ path, from: undefined, to: undefined }))];
}
