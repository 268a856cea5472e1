import type { Webhook } from '@contract/webhook';
import { Button } from 'antd';
import { useState } from 'react';
import { RotateDialog } from '@/components/RotateDialog';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { exactTime } from '@/utils/time';

interface SigningSecretProps {
  appKey: string;
  settings: Webhook;
  onRotated: (secret: string) => void;
}

/** The current signing secret, and its rotation without lost deliveries. */
export function SigningSecret({ appKey, settings: { secretHint, oldSecretUntil }, onRotated }: SigningSecretProps) {
  const t = useTexts(webhookTexts);
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);

  async function rotate(overlapHours: number) {
    const { secret } = await api.webhook.rotateSecret({ params: { appKey }, body: { overlapHours } });
    onRotated(secret);
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
      {isOpen && (
        <RotateDialog
          title={t.rotateTitle}
          why={t.rotateWhy}
          rotate={t.rotate}
          cancel={t.cancel}
          olderGoes={t.olderGoes}
          oldSecretUntil={oldSecretUntil}
          onRotate={rotate}
          onClosed={() => setOpen(false)}
        />
      )}
    </section>
  );
}
