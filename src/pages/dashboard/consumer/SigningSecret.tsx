import type { Webhook } from '@contract/webhook';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { OverlapChoice } from '@/components/OverlapChoice';
import { useLeavingForm } from '@/components/useLeaving';
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
  const [isBusy, setBusy] = useState(false);
  const sending = useSending(isBusy);
  const close = () => setOpen(false);
  const [question, askBefore] = useLeavingForm(isOpen && isBusy, { isSending: true, onConfirmed });
  const [overlapHours, setOverlap] = useState(24);

  function onConfirmed(leave: () => void) {
    close();
    leave();
  }

  async function rotate() {
    setBusy(true);
    try {
      const { secret } = await api.webhook.rotateSecret({ params: { appKey }, body: { overlapHours } });
      onRotated(secret);
      close();
    } finally {
      setBusy(false);
    }
  }

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
      <Modal
        title={t.rotateTitle}
        open={isOpen}
        width={480}
        okText={t.rotate}
        cancelText={t.cancel}
        {...sending}
        onOk={rotate}
        onCancel={() => askBefore(close)}
      >
        <p>{t.rotateWhy}</p>
        {oldSecretUntil && <Alert type="warning" showIcon title={t.olderGoes(exactTime(Date.parse(oldSecretUntil), language))} />}
        <OverlapChoice value={overlapHours} onChange={setOverlap} />
        {question}
      </Modal>
    </section>
  );
}
