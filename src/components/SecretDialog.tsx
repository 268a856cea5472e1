import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useBackCloses } from '@/utils/useBackCloses';
import { useSecretWords } from './secret-words';
import { useLeaving } from './useLeaving';

interface SecretDialogProps {
  title: string;
  width?: number;
  /** Text of the button that closes it. */
  kept: string;
  /** Further buttons. */
  more?: ReactNode;
  children: ReactNode;
  onClosed: () => void;
}

/** A dialog for a secret that is shown once. Closes only by its buttons, since a stray key would lose it; "back" asks first. */
export function SecretDialog({ title, width = 560, kept, more, children, onClosed }: SecretDialogProps) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const [leaving, askBefore] = useLeaving(open, useSecretWords());
  useBackCloses(open, () => askBefore(close));
  const footer = (
    <>
      {more}
      <Button type="primary" onClick={close}>
        {kept}
      </Button>
    </>
  );
  return (
    <Modal title={title} open={open} width={width} closable={false} keyboard={false} afterClose={onClosed} footer={footer}>
      {children}
      {leaving}
    </Modal>
  );
}
