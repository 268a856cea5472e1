import { Button, Modal } from 'antd';
import { useState } from 'react';
import { SecretOnce } from '@/components/SecretOnce';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { ConnectCode } from './ConnectCode';

interface DeviceSecretProps {
  title: string;
  appKey: string;
  sn: string;
  secret: string;
  /** Back to an empty form. */
  onAnother?: () => void;
  onClosed: () => void;
}

/** A device's secret, this once, in code that connects. It closes by its buttons alone: a stray click would lose the secret. */
export function DeviceSecret({ title, appKey, sn, secret, onAnother, onClosed }: DeviceSecretProps) {
  const t = useTexts(deviceTexts);
  const [open, setOpen] = useState(true);

  return (
    <Modal
      title={title}
      open={open}
      width={680}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterClose={onClosed}
      footer={
        <>
          {onAnother && <Button onClick={onAnother}>{t.addAnother}</Button>}
          <Button type="primary" onClick={() => setOpen(false)}>
            {t.kept}
          </Button>
        </>
      }
    >
      <SecretOnce secret={secret} what={t.secret} />
      <p>{t.connect}</p>
      <ConnectCode appKey={appKey} sn={sn} secret={secret} />
    </Modal>
  );
}
