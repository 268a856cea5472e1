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
  /** That an older one, from the rotation before, is valid no longer than until this one. */
  olderGoes: (until: string) => string;
  /** Until when an older one is valid, if there is one. ISO 8601. */
  oldSecretUntil: string | null;
  /** @param overlapHours how long the old one is valid beside the new one */
  onRotate: (overlapHours: number) => Promise<void>;
  onClosed: () => void;
}

/** Asks before a secret gives way to a new one, and for how long both are valid. */
export function RotateDialog({ title, why, rotate, cancel, olderGoes, onRotate, onClosed, ...secret }: RotateDialogProps) {
  const language = useLanguage();
  // As it was when it was asked: once it is done, the old one is the one of before.
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
