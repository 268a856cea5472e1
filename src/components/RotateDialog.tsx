import { Alert } from 'antd';
import { useState } from 'react';
import { useLanguage } from '@/locales/language';
import { exactTime } from '@/utils/time';
import Confirm from './Confirm';
import { OverlapChoice } from './OverlapChoice';

interface RotateDialogProps {
  title: string;
  why: string;
  rotate: string;
  cancel: string;
  /** Text: the old secret of the previous rotation becomes invalid, instead of being valid until this time. */
  olderGoes: (until: string) => string;
  /** Until when the old secret of the previous rotation is valid, if there is one. ISO 8601. */
  oldSecretUntil: string | null;
  /** @param overlapHours how long the old secret stays valid */
  onRotate: (overlapHours: number) => Promise<void>;
  onClosed: () => void;
}

/** Confirms the rotation of a secret, and asks how long the old one stays valid. */
export function RotateDialog({ title, why, rotate, cancel, olderGoes, onRotate, onClosed, ...secret }: RotateDialogProps) {
  const language = useLanguage();
  // As of opening: after the rotation, it is the time of the secret just replaced.
  const [oldSecretUntil] = useState(secret.oldSecretUntil);
  const [overlapHours, setOverlap] = useState(24);
  return (
    <Confirm title={title} confirm={rotate} cancel={cancel} isShownOnce onConfirm={() => onRotate(overlapHours)} onClosed={onClosed}>
      <p>{why}</p>
      {oldSecretUntil && <Alert type="warning" showIcon title={olderGoes(exactTime(Date.parse(oldSecretUntil), language))} />}
      <OverlapChoice value={overlapHours} onChange={setOverlap} />
    </Confirm>
  );
}
