import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSecretWords } from './secret-words';
import { useLeaving } from './useLeaving';

interface SecretDialogProps {
  title: string;
  width?: number;
  /** What the button says that closes it. */
  kept: string;
  /** Buttons beside that one. */
  more?: ReactNode;
  children: ReactNode;
  onClosed: () => void;
}

/** Around a secret that is shown this once. It closes by its buttons alone: a stray key would lose the secret, and so would a step back, which asks. */
export function SecretDialog({ title, width = 560, kept, more, children, onClosed }: SecretDialogProps) {
  const [open, setOpen] = useState(true);
  const [leaving] = useLeaving(open, useSecretWords());
  const footer = (
    <>
      {more}
      <Button type="primary" onClick={() => setOpen(false)}>
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
