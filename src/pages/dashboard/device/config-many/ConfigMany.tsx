import { documentIssues, valueAt, withValue } from '@contract/config-document';
import { schemaIn } from '@contract/config-schema';
import { type Json, type JsonObject, mergePatch } from '@contract/merge-patch';
import { useLatest } from 'ahooks';
import { Alert, Button, Input, Modal } from 'antd';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ChangeList } from '@/components/ChangeList';
import type { JsonEditorHandle } from '@/components/JsonEditor';
import { JsonField } from '@/components/JsonField';
import { useFormDialog } from '@/components/useFormDialog';
import { useLeaving } from '@/components/useLeaving';
import { configManyTexts } from '@/locales/config-many';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { faultsInside } from '@/utils/config-faults';
import { isNamed, unnamedOf } from '@/utils/config-fields';
import { configIssuesHere } from '@/utils/config-issues';
import { shapeOf } from '@/utils/config-shape';
import { type Change, changesBetween, emptyIn, isWithin } from '@/utils/json-changes';
import { objectOf, textOf } from '@/utils/json-text';
import { useRead } from '@/utils/useRead';
import type { Selection } from '../useSelection';
import { AddValue } from './AddValue';
import { CopyFrom } from './CopyFrom';
import { copied } from './copied';
import { Outcomes } from './Outcomes';
import { patchSchemaOf } from './patch-schema';
import { MAX_DEVICES, useApplying } from './useApplying';
import './config-many.css';

interface ConfigManyProps {
  appKey: string;
  selection: Selection;
  onClosed: () => void;
}

const NOTHING = '{\n  \n}';

/** One configuration change for many devices, typed or copied from another device. */
export default function ConfigMany({ appKey, selection, onClosed }: ConfigManyProps) {
  const t = useTexts(configManyTexts);
  const noteId = useId();
  // The selection as of opening; it may change in the list.
  const [{ count, more, body }] = useState(selection);
  const [text, setText] = useState(NOTHING);
  const [note, setNote] = useState('');
  const [copy, setCopy] = useState<{ replaced: string; text: string }>();
  const [added, setAdded] = useState<{ path: string }>();
  const editor = useRef<JsonEditorHandle>(null);
  const { patch, faults, schema, isRead } = usePatch(appKey, text);
  const { applying, apply, retry, goOn, stop, again } = useApplying(appKey);
  const isTyped = !applying && (text !== NOTHING || note !== '');
  const dialog = useFormDialog(isTyped, false, back);
  const [stopping, askBeforeStop] = useLeaving(
    applying?.isRunning === true,
    { title: t.applyingTitle, why: t.applyingWarning, leave: t.stopAndSee, stay: t.keepApplying },
    stop,
  );
  const isTooMany = more || count > MAX_DEVICES;
  const changes = useMemo(() => (patch ? changesOf(patch) : []), [patch]);
  const unnamed = useMemo(() => (schema && faults.length === 0 ? unnamedIn(schema, changes) : []), [schema, changes, faults]);
  const isReady = patch !== undefined && Object.keys(patch).length > 0 && faults.length === 0 && !isTooMany;

  useEffect(() => {
    if (added) editor.current?.typeAt(added.path.split('.'));
  }, [added]);

  function add(path: string, value: Json) {
    setText(textOf(withValue(patch ?? {}, path, value)));
    setAdded({ path });
  }

  // The device's configuration arrives later: what has been typed meanwhile is kept, too.
  const latest = useLatest({ text, copy });

  function fill(filled: string) {
    const { text, copy } = latest.current;
    setCopy({ replaced: copy?.text === text ? copy.replaced : text, text: filled });
    setText(filled);
  }

  function close() {
    // A running change is ended by its stop button, not by closing the dialog.
    if (!applying?.isRunning) dialog.cancel();
  }

  function back() {
    // It has not been shown yet, and will not have closed.
    if (!isRead) onClosed();
    // To stop is to see what has been done.
    else if (applying?.isRunning) askBeforeStop(() => {});
    else dialog.cancel();
  }

  const footer = applying ? (
    <Outcomes.Footer
      applying={applying}
      onStop={stop}
      onRetry={() => retry(patch ?? {}, note)}
      onGoOn={() => goOn(patch ?? {}, note)}
      onAgain={again}
      onClose={() => {
        selection.clear();
        dialog.close();
      }}
    />
  ) : (
    <>
      {isTooMany && <span className="config-many-limit">{t.tooMany(MAX_DEVICES)}</span>}
      <Button onClick={close}>{t.cancel}</Button>
      <Button type="primary" disabled={!isReady} onClick={() => apply(body, patch ?? {}, note)}>
        {t.apply(count, more)}
      </Button>
    </>
  );

  return (
    <Modal
      title={<h2>{t.title(count, more)}</h2>}
      // Opened once the first fields exist, so that the focus starts there.
      open={dialog.isOpen && isRead}
      width={760}
      closable={!applying?.isRunning}
      footer={footer}
      onCancel={close}
      afterClose={onClosed}
    >
      {applying ? (
        <Outcomes appKey={appKey} applying={applying} schema={schema ?? {}} />
      ) : (
        <div className="config-many">
          {schema && (
            <CopyFrom
              appKey={appKey}
              onCopied={(state) => fill(textOf(copied(schema, state)))}
              onBack={
                copy && copy.text === text && copy.replaced !== NOTHING && copy.replaced !== text ? () => setText(copy.replaced) : undefined
              }
            />
          )}
          {schema && (
            <AddValue
              schema={schema}
              isWritten={(path) => patch !== undefined && valueAt(patch, path) !== undefined}
              disabled={!patch}
              onAdded={add}
            />
          )}
          <h3>{t.patch}</h3>
          <p className="muted">{t.patchHint}</p>
          <JsonField label={t.patch} value={text} faults={faults} handle={editor} onChange={setText} />
          {unnamed.length > 0 && <Alert type="warning" showIcon role="status" title={t.unnamed(unnamed.join(', '))} />}
          {schema && changes.length > 0 && faults.length === 0 && (
            <details>
              <summary>
                {t.preview} ({changes.length})
              </summary>
              <ChangeList schema={schema} changes={changes} isForMany />
            </details>
          )}
          <label htmlFor={noteId}>{t.note}</label>
          <Input id={noteId} maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
        </div>
      )}
      {dialog.question}
      {stopping}
    </Modal>
  );
}

/** The typed patch and its faults; values that it leaves out are not checked, since they differ by device. */
function usePatch(appKey: string, text: string) {
  const language = useLanguage();
  const { data, error } = useRead(() => api.config.readSchema({ params: { appKey } }), { cacheKey: `config schema ${appKey}` });
  const { document: patch, fault } = useMemo(() => objectOf(text), [text]);
  const rules = useMemo(() => data && patchSchemaOf(data.schema), [data]);
  const shaped = useMemo(() => rules && shapeOf(rules), [rules]);
  const faults = useMemo(() => {
    if (!patch) return [fault];
    const written = withoutNulls(patch);
    const unfit = rules && shaped ? faultsInside(shaped, configIssuesHere(rules, written, language), written, [], language) : [];
    return [...documentIssues(patch, language), ...unfit];
  }, [patch, fault, rules, shaped, language]);
  const schema = useMemo(() => data && shapeOf(schemaIn(data.schema, language)), [data, language]);
  return { patch, faults, schema, isRead: data !== undefined || error !== undefined };
}

/** What a patch sets and clears, without groups that only contain cleared values. */
function changesOf(patch: JsonObject): Change[] {
  const cleared = emptyIn(patch);
  const set = changesBetween({}, withoutNulls(patch));
  return [...set.filter((one) => !cleared.some(({ path }) => isWithin(path, one.path))), ...cleared];
}

/** What is set though the schema names it in no case: saved all the same, but probably mistyped. */
function unnamedIn(schema: JsonObject, changes: Change[]): string[] {
  const unnamed = changes.flatMap(({ path, to }) => (to === null ? [] : (unnamedOf(schema, path) ?? [])));
  return [...new Set(unnamed)].filter((path) => !isNamed(schema, path.split('.')));
}

const withoutNulls = (patch: JsonObject) => mergePatch({}, patch) as JsonObject;
