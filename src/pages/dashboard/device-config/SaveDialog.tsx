import type { Twin } from '@contract/config';
import type { Device } from '@contract/device';
import { ErrorCode, type FailureDetail } from '@contract/errors';
import type { JsonObject } from '@contract/merge-patch';
import { Alert, Input, Modal } from 'antd';
import { useId, useRef, useState } from 'react';
import { ChangeList } from '@/components/ChangeList';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import { patchOf } from '@/utils/json-changes';
import { useBackCloses } from '@/utils/useBackCloses';
import { useSending } from '@/utils/useSending';
import { outrunBy } from './outrun-by';
import { type Draft, isSavedAs } from './useDraft';
import './save-dialog.css';

interface SaveDialogProps {
  appKey: string;
  device: Device;
  schema: JsonObject;
  draft: Draft;
  /** @param isLeft the dialog was closed before the answer came: there may be new edits */
  onSaved: (twin: Twin, isLeft: boolean) => void;
  /** Somebody else has saved a newer version meanwhile. */
  onOutrun: (theirs: Twin) => void;
  /** The platform does not take it, for these reasons. */
  onRefused: (details: FailureDetail[]) => Promise<void>;
  /** There is no such device any more. */
  onGone: () => void;
  onClosed: () => void;
}

/** Shows the changes, asks for a note, and sends just these changes. */
export default function SaveDialog({ appKey, device, schema, draft, onSaved, onOutrun, onRefused, onGone, onClosed }: SaveDialogProps) {
  const t = useTexts(configTexts);
  const id = useId();
  // Kept from the opening: saving resets the draft before the dialog has closed.
  const [{ base, changes, wanted }] = useState(draft);
  const [open, setOpen] = useState(true);
  // The draft keeps the note, so that it survives closing the dialog without saving.
  const [note, setNote] = useState(draft.note);
  const [saving, setSaving] = useState(false);
  const sending = useSending(saving);
  const isLeft = useRef(false);
  const { state } = device;
  useBackCloses(open, leave);

  async function save() {
    // A second Enter would meet the version of the first as a conflict.
    if (saving) return;
    setSaving(true);
    try {
      const twin = await api.config.change({
        params: { appKey, sn: device.sn },
        headers: { 'if-match': `"${base.version}"` },
        query: { note },
        body: patchOf(changes),
      });
      settle(twin);
    } catch (failure) {
      const newest = await outrunBy(failure, base.version, { appKey, sn: device.sn });
      // The newer version is our own: the answer to an earlier try was lost.
      if (newest && isSavedAs(newest.desired, wanted, changes)) return settle(newest);
      if (newest) return onOutrun(newest);
      if (!(failure instanceof RequestFailure)) throw failure;
      const { details = [] } = failure.answer;
      if (failure.code === ErrorCode.notFound) onGone();
      else if (failure.code === ErrorCode.invalidInput && details.length > 0) {
        failure.told = true;
        await onRefused(details);
        setOpen(false);
      } else return;
      failure.told = true;
    } finally {
      setSaving(false);
    }
  }

  function annotate(note: string) {
    setNote(note);
    draft.annotate(note);
  }

  function leave() {
    isLeft.current = saving;
    setOpen(false);
  }

  function settle(twin: Twin) {
    onSaved(twin, isLeft.current);
    setOpen(false);
  }

  return (
    <Modal
      title={base.version === 0 ? t.saveFirstTitle(changes.length) : t.saveTitle(changes.length)}
      open={open}
      width={640}
      okText={state === 'online' ? t.saveAndSend : t.saveForLater}
      cancelText={t.goOn}
      {...sending}
      onOk={save}
      onCancel={leave}
      afterClose={onClosed}
    >
      <div className="save-dialog">
        {state !== 'online' && <Alert type="info" showIcon title={t[`${state}Notice`]} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lists must be scrollable by keyboard */}
        <section className="save-changes" aria-label={t.whatChanges} tabIndex={0}>
          <ChangeList schema={schema} changes={changes} hidden={base.secrets} />
        </section>
        <label htmlFor={id}>{t.note}</label>
        <Input
          id={id}
          maxLength={200}
          placeholder={t.notePlaceholder}
          value={note}
          onChange={({ target }) => annotate(target.value)}
          onPressEnter={save}
        />
      </div>
    </Modal>
  );
}
