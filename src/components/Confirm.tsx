import { Alert, Input, Modal } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { RequestFailure } from '@/utils/failure';
import { useSending } from '@/utils/useSending';
import { useFormDialog } from './useFormDialog';

interface ConfirmProps {
  title: string;
  /** Explains the consequences. */
  children?: ReactNode;
  confirm: string;
  cancel: string;
  danger?: boolean;
  /** There is nothing to confirm any more. */
  disabled?: boolean;
  /** Has to be typed before it can be confirmed. */
  typed?: { text: string; label: string };
  onConfirm: () => Promise<void> | void;
  /** The result is shown only once: closing the dialog while the call is running asks first. */
  isShownOnce?: boolean;
  /** It has closed, confirmed or not. */
  onClosed: () => void;
}

/** Asks before something that cannot be undone. It stays open when the act fails. */
export default function Confirm({
  title,
  children,
  confirm,
  cancel,
  danger,
  disabled,
  typed,
  isShownOnce = false,
  onConfirm,
  onClosed,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState('');
  const id = useId();
  const ready = !disabled && (!typed || text.trim() === typed.text);
  const sending = useSending(busy, { danger, disabled: !ready });
  const dialog = useFormDialog(false, isShownOnce && busy);

  async function act() {
    if (!ready || busy) return;
    setBusy(true);
    try {
      await onConfirm();
      dialog.close();
    } catch (failure) {
      // The user has been told of a failed call (runtime/request.ts).
      if (!(failure instanceof RequestFailure)) throw failure;
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      title={title}
      open={dialog.isOpen}
      width={440}
      okText={confirm}
      cancelText={cancel}
      {...sending}
      onOk={act}
      onCancel={dialog.cancel}
      afterClose={onClosed}
    >
      {danger ? <Alert type="warning" title={children} /> : children}
      {typed && (
        <div className="typed-confirm">
          <label htmlFor={id}>{typed.label}</label>
          <Input id={id} value={text} autoComplete="off" onChange={({ target }) => setText(target.value)} onPressEnter={act} />
        </div>
      )}
      {dialog.question}
    </Modal>
  );
}
