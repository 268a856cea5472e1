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
import { type Change, changesBetween, emptyIn, onTop, patchOf } from '@/utils/json-changes';
import { objectOf, type Typed, textOf } from '@/utils/json-text';
import { begunIn, voidedIn } from './nulls';
import { startOf } from './start-of';

type Desired = Twin['desired'];
/** What was discarded can be brought back for so long. */
const DISCARDED_MS = 15_000;
export type View = 'form' | 'json';

interface Kept {
  /** The version that was changed. */
  base: Desired;
  document: JsonObject;
  /** As it was typed into the JSON view, valid or not. */
  text: string;
  /** What was typed in either view as a number and cannot be kept; written to by the fields. */
  typed: Typed;
  /** What the configurations of the project had to meet when it was begun. */
  schema: JsonObject;
  /** What the document is without what was typed, and with what came and went with that. */
  start: JsonObject;
  /** From one look at what is saved to the next. */
  sitting: symbol;
  /** Why it is changed, as far as that is said. */
  note: string;
  /** What the platform said against it as it stands, and by which schema. */
  refused?: { details: FailureDetail[]; by: JsonObject };
}

/**
 * The configuration as it is being edited: one document with two views. Newer versions take its place unless something was changed.
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
  const begun = useMemo(() => begunIn(shape, start, document), [document, start, shape]);
  /** What is saved; of a device that nobody has configured, what nobody typed. */
  const saved = base.version > 0 ? base.state : start;
  const edits = [...(saved === base.state ? changes : withSecrets(base, document, changesBetween(saved, document))), ...begun];
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
    // Nobody typed the old schema's defaults: what was typed goes on top of the new one's.
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
    // What this page cannot check itself, the platform has: secrets, and patterns that may take for ever.
    const said = refused && isSame(refused.by, schema) ? refused.details : [];
    const all = [...found, ...said.filter(({ path }) => !found.some((fault) => fault.path === path))];
    const inside = faultsInside(shown, all, wanted, hidden, language);
    // Of what can be kept under no schema, no more is told.
    return [...unkept, ...inside.filter(({ path }) => !unkept.some((fault) => fault.path === path))];
  }, [fault, schema, shown, wanted, hidden, begun, refused, language, t]);

  // Where somebody was faster, what was not touched is as they saved it.
  const toBe = useMemo(
    () => (isNewer ? (mergePatch(desired.state, patchOf(changes)) as JsonObject) : document),
    [isNewer, desired, changes, document],
  );
  const differences = useMemo(() => {
    if (!reported || fault) return undefined;
    // Null takes a value away, and of write-only values nothing is reported.
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
    /** What is to be, by itself: without what null takes away, and without its secrets. */
    wanted,
    /** Paths of the secrets that are set, and stay as they are. */
    hidden,
    /** The schema as it is of what is to be. */
    shown,
    /** Paths of what is written as null, which is not there once it is saved. */
    voided,
    /** What saving changes. */
    changes,
    faults,
    /** Where they are: a value that is wrong in two ways is one to mend. */
    faulty: [...new Set(faults.map(({ path }) => path))],
    /** What the device would be told to be, were this saved on top of the newest version. */
    toBe,
    /** Paths at which the device reports something else than that; undefined when it reports nothing, or that cannot be read. */
    differences,
    /** What is typed into the JSON view is no JSON object. */
    isBroken,
    /** Something would be lost by leaving. */
    isTyped,
    /** Somebody saved a newer version while this was being edited. */
    isOutrun: isNewer && isTyped,
    /** Somebody gave the project another schema while this was being edited: it is checked by that one. */
    isRuledAnew: isRuledAnew && isTyped,
    write: (next: JsonObject, from = base) => setKept(written(kept, shape, next, from)),
    /** What was typed into the JSON view. */
    writeText(next: string) {
      const { document = kept.document, typed = kept.typed } = objectOf(next);
      setKept({ ...kept, document, typed, text: next, refused: undefined });
    },
    annotate: (note: string) => setKept((now) => ({ ...now, note })),
    /** Both views have the same: what null takes away goes, and the defaults move that depend on what was typed. */
    leaveText: () => setKept(written(kept, shape, without(document, voided))),
    /** The platform did not take it, by this schema. */
    refuse: (details: FailureDetail[], by: JsonObject) => setKept((now) => ({ ...now, refused: { details, by } })),
    /** Goes on from what has just been saved. */
    restart(from: Desired) {
      setDiscarded(undefined);
      setKept(draftOf(schema, shape, from));
    },
    /** What was typed gives way to what is saved; it can be brought back for a while, until something else is typed. */
    discard() {
      setDiscarded(kept);
      setKept(draftOf(schema, shape, desired));
    },
    bringBack:
      discarded && !isTyped
        ? () => {
            setKept(discarded);
            // It is the draft again, and changes with it.
            setDiscarded(undefined);
          }
        : undefined,
  };
}

/** Is a version what was to be saved? One's own may come back without an answer. Which secrets there are is known, not what they are. */
export const isSavedAs = ({ state, secrets }: Desired, wanted: JsonObject, changes: Change[]): boolean =>
  changes.length > 0 && changesBetween(wanted, state).length === 0 && !changes.some(({ path }) => secrets.includes(path));

const isSame = (one: JsonObject, other: JsonObject) => one === other || JSON.stringify(one) === JSON.stringify(other);

export type Draft = ReturnType<typeof useDraft>;

function draftOf(schema: JsonObject, shape: JsonObject, base: Desired): Kept {
  const start = startOf(shape, base);
  return { base, document: start, text: textOf(start), typed: new Map(), schema, start, sitting: Symbol(), note: '' };
}

/** With another document, and with what goes with it where nothing else was typed. */
function written(kept: Kept, shape: JsonObject, document: JsonObject, base = kept.base): Kept {
  const isMoved = base !== kept.base;
  const edits = changesBetween(isMoved ? base.state : kept.start, document);
  const start = startOf(shape, base, [...edits, ...emptyIn(document)]);
  const whole = isMoved || isSame(start, kept.start) ? document : onTop(start, [...edits, ...emptyIn(document)]);
  // What was typed stays as it was typed.
  if (!isMoved && whole === kept.document) return { ...kept, start };
  return { ...kept, base, start, document: whole, text: textOf(whole, kept.typed), refused: undefined };
}

/** With the write-only values that go: by null, or with the group that they are in. What they were is not known. */
function withSecrets({ secrets }: Desired, document: JsonObject, changes: Change[]): Change[] {
  const isGone = (path: string) =>
    valueAt(document, path) === null || changes.some((change) => path.startsWith(`${change.path}.`) && !isObject(change.to));
  return [...changes, ...secrets.filter(isGone).map((path) => ({ path, from: undefined, to: undefined }))];
}
