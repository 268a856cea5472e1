import type { Application } from '@contract/application';
import { HOUR_MS } from '@contract/duration';
import { useState } from 'react';
import { RotateDialog } from '@/components/RotateDialog';
import { useLanguage } from '@/locales/language';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { exactTime } from '@/utils/time';
import { useShownOnce } from '@/utils/useShownOnce';
import { ProjectSecret } from './ProjectSecret';

interface RotateSecretProps {
  project: Application;
  onSaved: () => void;
  onClosed: () => void;
}

/** Rotates the secret; the old one stays valid for a while, so that the developer's servers keep working. */
export function RotateSecret({ project, onSaved, onClosed }: RotateSecretProps) {
  const { id, name, appKey, oldSecretUntil } = project;
  const t = useTexts(projectTexts);
  const language = useLanguage();
  const showOnce = useShownOnce();
  const [rotated, setRotated] = useState<{ appSecret: string; at: number; overlapHours: number }>();

  async function rotate(overlapHours: number) {
    const { appSecret } = await api.application.rotateSecret({ params: { id }, body: { overlapHours } });
    showOnce(name, () => setRotated({ appSecret, at: Date.now(), overlapHours }));
    onSaved();
  }

  if (rotated) {
    const { appSecret, at, overlapHours } = rotated;
    const until = exactTime(at + overlapHours * HOUR_MS, language);
    return (
      <ProjectSecret title={t.rotatedTitle} appKey={appKey} appSecret={appSecret} onClosed={onClosed}>
        <p>{overlapHours > 0 ? t.oldUntil(until) : t.oldGone}</p>
      </ProjectSecret>
    );
  }
  return (
    <RotateDialog
      title={t.rotateTitle(name)}
      why={t.rotateWhy}
      rotate={t.rotate}
      cancel={t.cancel}
      olderGoes={t.olderGoes}
      oldSecretUntil={oldSecretUntil}
      onRotate={rotate}
      onClosed={onClosed}
    />
  );
}
