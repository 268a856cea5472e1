import { type ListedPacket, PacketDescription } from '@contract/packet';
import { Form, Input, Modal } from 'antd';
import { useFormDialog } from '@/components/useFormDialog';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { follows } from '@/utils/rules';
import { toast } from '@/utils/toast';
import { TO_SAVE, useNewest } from '@/utils/useNewest';
import { useSending } from '@/utils/useSending';
import { useSubmit } from '@/utils/useSubmit';

interface DescribePacketProps {
  packet: ListedPacket;
  onSaved: () => void;
  onClosed: () => void;
}

/** Changes what is said of a version, the only part of it that may change. */
export default function DescribePacket({ packet, onSaved, onClosed }: DescribePacketProps) {
  const t = useTexts(packetTexts);
  const { id, name, version, description } = packet;
  const [form] = Form.useForm<{ description: string }>();
  const overNewest = useNewest(form, { description: (text) => text }, { description });
  const { props, submitting, isTyped } = useSubmit(form, change);
  const sending = useSending(submitting);
  const dialog = useFormDialog(isTyped, submitting);

  async function change(typed: { description: string }) {
    const params = { id };
    const { description } = await api.packet.read({ params }, TO_SAVE);
    const body = overNewest(typed, { description });
    if (!body) return false;
    await api.packet.update({ params, body });
    toast.success(t.described);
    dialog.close();
    onSaved();
  }

  return (
    <Modal
      title={t.describeTitle(`${name} ${version}`)}
      open={dialog.isOpen}
      width={640}
      okText={t.save}
      cancelText={t.cancel}
      {...sending}
      onOk={form.submit}
      onCancel={dialog.cancel}
      afterClose={onClosed}
    >
      <Form {...props} name="describe" layout="vertical" requiredMark={false} initialValues={{ description }}>
        <Form.Item name="description" label={t.description} rules={[follows(PacketDescription)]}>
          <Input.TextArea rows={10} showCount={{ formatter: ({ count }) => `${count} / 2000` }} placeholder={t.descriptionPlaceholder} />
        </Form.Item>
      </Form>
      {dialog.question}
    </Modal>
  );
}
