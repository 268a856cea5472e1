import type { Application } from '@contract/application';
import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { OverlapChoice } from '@/components/OverlapChoice';
import { useFormDialog } from '@/components/useFormDialog';
import { useLanguage } from '@/locales/language';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { exactTime } from '@/utils/time';
import { useSending } from '@/utils/useSending';
import { useShownOnce } from '@/utils/useShownOnce';
import { ProjectSecret } from './ProjectSecret';

const HOUR_MS = 3_600_000;

interface RotateSecretProps {
  project: Application;
  onSaved: () => void;
  onClosed: () => void;
}

/** A new secret, with the old one valid for a while, so that the developer's servers go on working. */
export function RotateSecret({ project, onSaved, onClosed }: RotateSecretProps) {
  const { id, name, appKey, oldSecretUntil } = project;
  const t = useTexts(projectTexts);
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const sending = useSending(busy);
  const dialog = useFormDialog(false, busy);
  const showOnce = useShownOnce();
  const [overlapHours, setOverlap] = useState(24);
  const [rotated, setRotated] = useState<{ appSecret: string; at: number }>();

  async function rotate() {
    setBusy(true);
    try {
      const { appSecret } = await api.application.rotateSecret({ params: { id }, body: { overlapHours } });
      showOnce(name, () => setRotated({ appSecret, at: Date.now() }));
      onSaved();
    } finally {
      setBusy(false);
    }
  }

  if (rotated) {
    const until = exactTime(rotated.at + overlapHours * HOUR_MS, language);
    return (
      <ProjectSecret title={t.rotatedTitle} appKey={appKey} appSecret={rotated.appSecret} onClosed={onClosed}>
        <p>{overlapHours > 0 ? t.oldUntil(until) : t.oldGone}</p>
      </ProjectSecret>
    );
  }
  return (
    <Modal
      title={t.rotateTitle(name)}
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
