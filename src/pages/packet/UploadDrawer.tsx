import { PacketDraft, PacketFilename } from '@contract/packet';
import { Button, Drawer, Form, Input } from 'antd';
import { useRef } from 'react';
import { useFocusBack } from '@/components/useFocusBack';
import { useFormDialog } from '@/components/useFormDialog';
import { useLanguage } from '@/locales/language';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { api, forgetReads } from '@/services/api';
import { uploads } from '@/services/upload';
import { allUploads, isUnderWay, type PacketUpload, type UploadDraft } from '@/services/upload-shown';
import { byteText } from '@/utils/bytes';
import { follows } from '@/utils/rules';
import { useRead } from '@/utils/useRead';
import { useSubmit } from '@/utils/useSubmit';
import { DropFile } from './DropFile';
import { useFileDrop } from './useFileDrop';

const { name, version, description } = PacketDraft.shape;
const Named = PacketDraft.pick({ name: true, version: true });

interface UploadDrawerProps {
  /** A file that was dropped on the page before the drawer opened. */
  dropped?: File;
  /** An upload whose version is taken: its file and input are reused for a new attempt. */
  again?: PacketUpload;
  onClosed: () => void;
}

/** A drawer with the form of a new packet. It checks the input; the file is uploaded in the background. */
export default function UploadDrawer({ dropped, again, onClosed }: UploadDrawerProps) {
  const t = useTexts(packetTexts);
  const language = useLanguage();
  const [form] = Form.useForm<UploadDraft & { file: File }>();
  const { props, submitting, isTyped } = useSubmit(form, start);
  const dialog = useFormDialog(isTyped);
  const focusable = useFocusBack(dialog.isOpen);
  const isBegun = useRef(false);
  const { data: limits } = useRead(() => api.packet.check({ query: {} }));
  const max = limits && byteText(limits.maxSize, language);

  async function start({ file, description = '', ...draft }: UploadDraft & { file: File }) {
    // Otherwise this could share a request of `look`, which does not report errors.
    forgetReads();
    const { taken } = await api.packet.check({ query: draft });
    if (!isFree(draft, taken !== null)) return false;
    isBegun.current = true;
    uploads.start({ ...draft, description }, file, again?.id);
    dialog.close();
  }

  /** Shows an error at the version if it exists, or is being uploaded in this browser. */
  function isFree({ name, version }: Pick<UploadDraft, 'name' | 'version'>, isTaken: boolean): boolean {
    const isComing = allUploads().some((one) => isUnderWay(one) && one.name === name && one.version === version);
    const errors = isTaken ? [t.taken] : isComing ? [t.coming] : [];
    form.setFields([{ name: 'version', errors }]);
    return errors.length === 0;
  }

  /** Checks name and version as soon as both are valid, before the form is submitted. */
  async function look() {
    const typed = () => Named.safeParse(form.getFieldsValue()).data;
    const draft = typed();
    if (!draft) return;
    const answer = await api.packet.check({ query: draft }, { skipErrorHandler: true }).catch(() => undefined);
    // Once the upload has started, it would itself be found as the one under way.
    if (answer && !isBegun.current && JSON.stringify(typed()) === JSON.stringify(draft)) isFree(draft, answer.taken !== null);
  }

  useFileDrop((file) => {
    form.setFieldValue('file', file);
    suggest(file);
    void form.validateFields(['file']).catch(() => {});
  });

  /** Fills in an empty name and version from the file name. */
  function suggest(file: File) {
    const { name, version } = namesIn(file);
    if (name && !form.getFieldValue('name')) form.setFieldValue('name', name);
    if (version && !form.getFieldValue('version')) form.setFieldValue('version', version);
    void look();
  }

  const fits = async (_: unknown, file?: File) => {
    if (!file) throw new Error(t.needFile);
    if (file.size === 0) throw new Error(t.emptyFile);
    if (limits && file.size > limits.maxSize) throw new Error(t.tooLarge(max ?? ''));
  };

  return (
    <Drawer
      title={<h2>{t.uploadTitle}</h2>}
      open={dialog.isOpen}
      focusable={focusable}
      size={520}
      // A click beside the drawer would lose the input.
      mask={{ closable: false }}
      onClose={dialog.cancel}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
      footer={
        <div className="packet-send">
          <span className="muted">{t.startHint}</span>
          <Button type="primary" loading={submitting} onClick={form.submit}>
            {t.start}
          </Button>
        </div>
      }
    >
      <Form
        {...props}
        name="packet"
        layout="vertical"
        requiredMark={false}
        initialValues={again ? { ...again, file: uploads.fileOf(again.id) } : dropped && { file: dropped, ...namesIn(dropped) }}
      >
        <Form.Item name="file" rules={[{ validator: fits }, follows(PacketFilename, (file: File | undefined) => file?.name ?? 'none')]}>
          <DropFile hint={max ? t.dropHint(max) : ''} onChosen={suggest} />
        </Form.Item>
        <Form.Item name="name" label={t.name} rules={[follows(name)]}>
          <Input placeholder={t.namePlaceholder} onBlur={look} onPressEnter={form.submit} />
        </Form.Item>
        <Form.Item name="version" label={t.version} rules={[follows(version)]}>
          <Input placeholder={t.versionPlaceholder} onBlur={look} onPressEnter={form.submit} />
        </Form.Item>
        <Form.Item name="description" label={t.description} rules={[follows(description)]}>
          <Input.TextArea rows={6} showCount={{ formatter: ({ count }) => `${count} / 2000` }} placeholder={t.descriptionPlaceholder} />
        </Form.Item>
      </Form>
      {dialog.question}
    </Drawer>
  );
}

/** Guesses name and version from a file name: `camera-1.4.0.tar.gz` is `camera` and `1.4.0`. */
function namesIn({ name }: File): Partial<UploadDraft> {
  const [, first, second] = /^(.+?)[-_ ]v?(\d[\w.+-]*?)(?:\.(?:tar\.)?[a-z]\w{0,4})?$/i.exec(name) ?? [];
  return { name: first?.slice(0, 64), version: second?.slice(0, 32) };
}
