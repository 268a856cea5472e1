import { type Device, DeviceDraft } from '@contract/device';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { TagInput } from '@/components/TagInput';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { follows } from '@/utils/rules';
import { useSubmit } from '@/utils/useSubmit';
import { DeviceSecret } from './DeviceSecret';

interface DeviceFormProps {
  appKey: string;
  /** The device to edit; without one, the form adds. */
  device?: Device;
  tags: string[];
  onSaved: () => Promise<void>;
  onClosed: () => void;
}

const { sn, name, remark, tags: tagsOf } = DeviceDraft.shape;
const EMPTY: DeviceDraft = { sn: '', name: '', remark: '', tags: [] };

/** A new device answers its secret, which is then shown in the form's place. */
export function DeviceForm({ appKey, device, tags, onSaved, onClosed }: DeviceFormProps) {
  const t = useTexts(deviceTexts);
  const [form] = Form.useForm<DeviceDraft>();
  const [open, setOpen] = useState(true);
  const [added, setAdded] = useState<Device & { secret: string }>();
  const { submit, submitting } = useSubmit(form, save, { snTaken: 'sn' });

  async function save({ sn: typed, ...changes }: DeviceDraft) {
    if (device) {
      await api.device.update({ params: { appKey, sn: device.sn }, body: changes });
      setOpen(false);
    } else {
      setAdded(await api.device.create({ params: { appKey }, body: { sn: typed, ...changes } }));
    }
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
      open={open}
      width={520}
      okText={device ? t.save : t.submitAdd}
      cancelText={t.cancel}
      confirmLoading={submitting}
      onOk={form.submit}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <Form form={form} name="device" layout="vertical" requiredMark={false} initialValues={device ?? EMPTY} onFinish={submit}>
        {!device && (
          <Form.Item name="sn" className="hint-or-error" label={t.sn} extra={t.snHint} rules={[follows(sn)]}>
            <Input className="code" autoComplete="off" placeholder="SN-0001" onPressEnter={form.submit} />
          </Form.Item>
        )}
        <Form.Item name="name" label={t.name} rules={[follows(name)]}>
          <Input placeholder={t.namePlaceholder} onPressEnter={form.submit} />
        </Form.Item>
        <Form.Item name="tags" label={t.tags} rules={[follows(tagsOf)]}>
          <TagInput known={tags} label={t.tags} placeholder={t.tagsPlaceholder} />
        </Form.Item>
        <Form.Item name="remark" label={t.remark} rules={[follows(remark)]}>
          <Input.TextArea rows={3} showCount={{ formatter: ({ count }) => `${count} / 200` }} placeholder={t.remarkPlaceholder} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
