import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { useLanguage } from '@/locales/language';
import { exactTime } from '@/utils/time';
import { useSending } from '@/utils/useSending';
import { OverlapChoice } from './OverlapChoice';
import { useFormDialog } from './useFormDialog';

interface RotateDialogProps {
  title: string;
  why: string;
  rotate: string;
  cancel: string;
  /** That an older one, from the rotation before, is valid no longer than until this one. */
  olderGoes: (until: string) => string;
  /** Until when an older one is valid, if there is one. ISO 8601. */
  oldSecretUntil: string | null;
  /** @param overlapHours how long the old one is valid beside the new one */
  onRotate: (overlapHours: number) => Promise<void>;
  onClosed: () => void;
}

/** Asks before a secret gives way to a new one, and for how long both are valid. */
export function RotateDialog({ title, why, rotate, cancel, olderGoes, onRotate, onClosed, ...secret }: RotateDialogProps) {
  const language = useLanguage();
  // As it was when it was asked: once it is done, the old one is the one of before.
  const [oldSecretUntil] = useState(secret.oldSecretUntil);
  const [isBusy, setBusy] = useState(false);
  const sending = useSending(isBusy);
  const dialog = useFormDialog(false, isBusy);
  const [overlapHours, setOverlap] = useState(24);

  async function send() {
    setBusy(true);
    try {
      await onRotate(overlapHours);
      dialog.close();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      title={title}
      open={dialog.isOpen}
      width={480}
      okText={rotate}
      cancelText={cancel}
      {...sending}
      onOk={send}
      onCancel={dialog.cancel}
      afterClose={onClosed}
    >
      <p>{why}</p>
      {oldSecretUntil && <Alert type="warning" showIcon title={olderGoes(exactTime(Date.parse(oldSecretUntil), language))} />}
      <OverlapChoice value={overlapHours} onChange={setOverlap} />
      {dialog.question}
    </Modal>
  );
}
