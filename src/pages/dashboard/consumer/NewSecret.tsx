import { Button, Modal } from 'antd';
import { useState } from 'react';
import { SecretOnce } from '@/components/SecretOnce';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';

/** The signing secret, this once. It closes by its button alone: a stray click would lose the secret. */
export default function NewSecret({ secret, onClosed }: { secret: string; onClosed: () => void }) {
  const t = useTexts(webhookTexts);
  const [open, setOpen] = useState(true);
  return (
    <Modal
      title={t.newSecretTitle}
      open={open}
      width={560}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterClose={onClosed}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t.kept}
        </Button>
      }
    >
      <SecretOnce secret={secret} what={t.secret} />
      <p>{t.newSecretWhy}</p>
    </Modal>
  );
}
