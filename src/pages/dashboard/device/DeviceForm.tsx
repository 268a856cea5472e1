import { type Device, DeviceDraft } from '@contract/device';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { TagInput } from '@/components/TagInput';
import { useFormDialog } from '@/components/useFormDialog';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import type { PartTexts } from '@/utils/rebased';
import { follows } from '@/utils/rules';
import { TO_SAVE, useNewest } from '@/utils/useNewest';
import { useSending } from '@/utils/useSending';
import { useShownOnce } from '@/utils/useShownOnce';
import { useSubmit } from '@/utils/useSubmit';
import { DeviceSecret } from './DeviceSecret';

interface DeviceFormProps {
  appKey: string;
  /** The device to edit; without one, the form adds. */
  device?: Device;
  tags: string[];
  /** The device is not what it was. */
  onSaved: () => Promise<void>;
  onClosed: () => void;
}

const { sn, name, remark, tags: tagsOf } = DeviceDraft.shape;
const EMPTY: DeviceDraft = { sn: '', name: '', remark: '', tags: [] };
const CHANGED: PartTexts<Omit<DeviceDraft, 'sn'>> = { name: (text) => text, tags: (all) => all.join(', '), remark: (text) => text };

/** A new device answers its secret, which is then shown in the form's place. */
export function DeviceForm({ appKey, device, tags, onSaved, onClosed }: DeviceFormProps) {
  const t = useTexts(deviceTexts);
  const [form] = Form.useForm<DeviceDraft>();
  const [added, setAdded] = useState<Device & { secret: string }>();
  const overNewest = useNewest(form, CHANGED, device);
  const { props, submitting, isTyped } = useSubmit(form, (typed: DeviceDraft) => (device ? change(device, typed) : add(typed)), {
    snTaken: 'sn',
  });
  const sending = useSending(submitting);
  const showOnce = useShownOnce();
  const [isTagging, setTagging] = useState(false);
  const dialog = useFormDialog(!added && (isTyped || isTagging), !added && submitting);

  async function add(body: DeviceDraft) {
    const device = await api.device.create({ params: { appKey }, body });
    showOnce(device.sn, () => setAdded(device));
    await onSaved();
  }

  async function change({ sn }: Device, typed: DeviceDraft) {
    const params = { appKey, sn };
    const body = overNewest(typed, await api.device.read({ params }, TO_SAVE));
    if (!body) {
      // What others have made of it is on the page behind the form, too.
      void onSaved();
      return false;
    }
    await api.device.update({ params, body });
    dialog.close();
    await onSaved();
  }

  /** The next one often has the same tags. */
  function another() {
    form.setFieldsValue({ ...EMPTY, tags: form.getFieldValue('tags') });
    setAdded(undefined);
  }

  if (added) {
    return (
      <DeviceSecret
        title={t.addedTitle(added.sn)}
        appKey={appKey}
        sn={added.sn}
        secret={added.secret}
        onAnother={another}
        onClosed={onClosed}
      />
    );
  }
  return (
    <Modal
      title={device ? t.editTitle(device.sn) : t.addTitle}
      open={dialog.isOpen}
      width={520}
      okText={device ? t.save : t.submitAdd}
      cancelText={t.cancel}
      {...sending}
      onOk={form.submit}
      onCancel={dialog.cancel}
      afterClose={onClosed}
    >
      <Form {...props} name="device" layout="vertical" requiredMark={false} initialValues={device ?? EMPTY}>
        {!device && (
          <Form.Item name="sn" className="hint-or-error" label={t.sn} extra={t.snHint} rules={[follows(sn)]}>
            <Input
              className="code"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="SN-0001"
              onPressEnter={form.submit}
            />
          </Form.Item>
        )}
        <Form.Item name="name" label={t.name} rules={[follows(name)]}>
          <Input placeholder={t.namePlaceholder} onPressEnter={form.submit} />
        </Form.Item>
        <Form.Item name="tags" label={t.tags} rules={[follows(tagsOf)]}>
          <TagInput known={tags} label={t.tags} placeholder={t.tagsPlaceholder} onTyping={setTagging} />
        </Form.Item>
        <Form.Item name="remark" label={t.remark} rules={[follows(remark)]}>
          <Input.TextArea rows={3} showCount={{ formatter: ({ count }) => `${count} / 200` }} placeholder={t.remarkPlaceholder} />
        </Form.Item>
      </Form>
      {dialog.question}
    </Modal>
  );
}
