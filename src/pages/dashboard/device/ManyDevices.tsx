import { DeviceDraft } from '@contract/device';
import { useRequest } from 'ahooks';
import { Form, Modal } from 'antd';
import { useRef, useState } from 'react';
import Confirm from '@/components/Confirm';
import { FailedPart } from '@/components/FailedRead';
import { TagInput } from '@/components/TagInput';
import { useFormDialog } from '@/components/useFormDialog';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { BATCH } from '@/services/batch';
import { tellSlip } from '@/utils/failure';
import { follows } from '@/utils/rules';
import { toast } from '@/utils/toast';
import { useSending } from '@/utils/useSending';
import { useSubmit } from '@/utils/useSubmit';
import type { Selection } from './useSelection';

export type ManyAct = 'enable' | 'disable' | 'remove' | 'tag' | 'config';

const { tags: tagsOf } = DeviceDraft.shape;
/** Deleting more than this many is typed, not clicked. */
const TYPED_FROM = 20;
/** So many of the devices that were left as they are, are named. */
const NAMED = 5;

interface ManyDevicesProps {
  appKey: string;
  selection: Selection;
  onSaved: () => Promise<void>;
  onClosed: () => void;
}

/** Asks before many devices are changed at once, and says how many. */
export function ManyDevices({ act, ...rest }: ManyDevicesProps & { act: Exclude<ManyAct, 'tag' | 'config'> }) {
  const t = useTexts(deviceTexts);
  const { appKey, selection, onSaved, onClosed } = rest;
  // The selection is gone before the dialog is.
  const asked = useRef(selection);
  if (selection.count > 0) asked.current = selection;
  const { isAll, ...listed } = asked.current;
  // A list counts some thousands: what is gone for good is counted to the end.
  const isBeyond = act === 'remove' && isAll && listed.more;
  const exact = useRequest(countAll, { ready: isBeyond, onError: tellSlip });
  const { count, more, body } = (!exact.loading && !exact.error && exact.data) || listed;
  const says = {
    enable: { title: t.enableMany(count, more), why: t.enableManyWhy, call: api.device.enableMany, done: t.changed },
    disable: { title: t.disableMany(count, more), why: t.disableManyWhy, call: api.device.disableMany, done: t.changed },
    remove: { title: t.removeMany(count, more), why: t.removeManyWhy, call: remove, done: t.removed },
  }[act];

  async function countAll() {
    const { body } = listed;
    return { body, more: false, ...(await api.device.countMany({ params: { appKey }, body }, BATCH)) };
  }

  /** Of all that match, as many as one was asked about, or none. */
  function remove({ params }: { params: { appKey: string } }) {
    return api.device.removeMany({ params, body: { ...body, ...(isAll && { count }) } });
  }

  async function change() {
    try {
      const { changed } = await says.call({ params: { appKey }, body });
      toast.success(says.done(changed));
      selection.clear();
    } catch (error) {
      if (isBeyond) exact.refresh();
      throw error;
    } finally {
      // Refused because other devices match by now, it is asked anew with their number.
      await onSaved();
    }
  }

  return (
    <Confirm
      title={says.title}
      confirm={t[act]}
      cancel={t.cancel}
      danger={act === 'remove'}
      disabled={isBeyond && more}
      typed={act === 'remove' && !more && count > TYPED_FROM ? { text: `${count}`, label: t.typeNumber(`${count}`) } : undefined}
      onConfirm={change}
      onClosed={onClosed}
    >
      {says.why}
      {isBeyond && more && (exact.error ? <FailedPart error={exact.error} onRetry={exact.refresh} /> : <Counting />)}
    </Confirm>
  );
}

function Counting() {
  const { counting } = useTexts(deviceTexts);
  return (
    <p className="counting" role="status">
      <span className="spinner" aria-hidden="true" /> {counting}
    </p>
  );
}

/** Adds and removes tags of many devices at once. */
export function TagMany({ appKey, selection, tags, onSaved, onClosed }: ManyDevicesProps & { tags: string[] }) {
  const t = useTexts(deviceTexts);
  const [form] = Form.useForm<{ add: string[]; remove: string[] }>();
  const [{ count, more, body }] = useState(selection);
  const { props, submitting, isTyped } = useSubmit(form, change);
  const [isTagging, setTagging] = useState(false);
  const dialog = useFormDialog(isTyped || isTagging, submitting);
  const chosen = Form.useWatch([], form);
  const isEmpty = !chosen?.add?.length && !chosen?.remove?.length;
  const sending = useSending(submitting, { disabled: isEmpty });

  const notAdded = {
    validator: async (_: unknown, remove: string[]) => {
      const both = remove.filter((tag) => form.getFieldValue('add').includes(tag));
      if (both.length > 0) throw new Error(t.tagBoth(...both));
    },
  };

  async function change(values: { add: string[]; remove: string[] }) {
    const { changed, skipped, skippedSns } = await api.device.tagMany({ params: { appKey }, body: { ...body, ...values } });
    if (skipped > 0) toast.warning(t.skipped(changed, skipped, ...skippedSns.slice(0, NAMED)));
    else toast.success(t.changed(changed));
    if (skipped > 0 && changed === 0) return false;
    dialog.close();
    // Those that were left as they are stay selected, if all of them are known.
    selection.pick(skippedSns.length === skipped ? skippedSns : []);
    return onSaved();
  }

  return (
    <Modal
      title={t.tagMany(count, more)}
      open={dialog.isOpen}
      width={480}
      okText={t.tagSubmit}
      cancelText={t.cancel}
      {...sending}
      onOk={form.submit}
      onCancel={dialog.cancel}
      afterClose={onClosed}
    >
      <Form {...props} name="tags" layout="vertical" initialValues={{ add: [], remove: [] }}>
        <Form.Item name="add" label={t.tagAdd} rules={[follows(tagsOf)]}>
          <TagInput known={tags} label={t.tagAdd} placeholder={t.tagsPlaceholder} onTyping={setTagging} />
        </Form.Item>
        <Form.Item name="remove" label={t.tagRemove} dependencies={['add']} rules={[follows(tagsOf), notAdded]}>
          <TagInput known={tags} label={t.tagRemove} placeholder={t.tagRemovePlaceholder} unknown={t.tagUnknown} />
        </Form.Item>
      </Form>
      {dialog.question}
    </Modal>
  );
}
