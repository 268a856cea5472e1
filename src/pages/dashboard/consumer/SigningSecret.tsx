import type { Webhook } from '@contract/webhook';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { OverlapChoice } from '@/components/OverlapChoice';
import { useFormDialog } from '@/components/useFormDialog';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { exactTime } from '@/utils/time';
import { useSending } from '@/utils/useSending';

interface SigningSecretProps {
  appKey: string;
  settings: Webhook;
  onRotated: (secret: string) => void;
}

/** Which secret signs, and changing it without losing a delivery. */
export function SigningSecret({ appKey, settings: { secretHint, oldSecretUntil }, onRotated }: SigningSecretProps) {
  const t = useTexts(webhookTexts);
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);

  return (
    <section className="panel" aria-label={t.secret}>
      <div className="state-line">
        <h2>{t.secret}</h2>
        <span className="spring" />
        <Button size="small" onClick={() => setOpen(true)}>
          {t.rotate}
        </Button>
      </div>
      <p className="muted">{t.secretWhy}</p>
      <p className="secret-now">
        {t.secretNow} <span className="code">{secretHint}</span>
      </p>
      {oldSecretUntil && <p className="muted">{t.oldUntil(exactTime(Date.parse(oldSecretUntil), language))}</p>}
      {isOpen && <RotateSecret appKey={appKey} oldSecretUntil={oldSecretUntil} onRotated={onRotated} onClosed={() => setOpen(false)} />}
    </section>
  );
}

type RotateSecretProps = Pick<SigningSecretProps, 'appKey' | 'onRotated'> & Pick<Webhook, 'oldSecretUntil'> & { onClosed: () => void };

function RotateSecret({ appKey, onRotated, onClosed, ...settings }: RotateSecretProps) {
  const t = useTexts(webhookTexts);
  const language = useLanguage();
  // As it was when it was asked: once it is done, the old one is the one of before.
  const [oldSecretUntil] = useState(settings.oldSecretUntil);
  const [isBusy, setBusy] = useState(false);
  const sending = useSending(isBusy);
  const dialog = useFormDialog(false, isBusy);
  const [overlapHours, setOverlap] = useState(24);

  async function rotate() {
    setBusy(true);
    try {
      const { secret } = await api.webhook.rotateSecret({ params: { appKey }, body: { overlapHours } });
      onRotated(secret);
      dialog.close();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      title={t.rotateTitle}
      open={dialog.isOpen}
      width={480}
      okText={t.rotate}
      cancelText={t.cancel}
      {...sending}
      onOk={rotate}
      onCancel={dialog.cancel}
      afterClose={onClosed}
    >
      <p>{t.rotateWhy}</p>
      {oldSecretUntil && <Alert type="warning" showIcon title={t.olderGoes(exactTime(Date.parse(oldSecretUntil), language))} />}
      <OverlapChoice value={overlapHours} onChange={setOverlap} />
      {dialog.question}
    </Modal>
  );
}
