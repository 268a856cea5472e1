import type { ModalProps } from 'antd';
import { useEffect, useState } from 'react';
import { requestTexts } from '@/locales/request';
import { textsNow } from '@/locales/texts';
import { toast } from './toast';
import { useBackCloses } from './useBackCloses';

/** After this long without an answer, the user is told: requests have no time limit of their own (spec §9). */
export const PATIENCE_MS = 8000;

/** Shows a message when an answer takes long. @param text the message @returns was it shown? */
export function useLongWait(isSending: boolean, text: 'noAnswerYet' | 'stillWaiting'): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSending) return;
    let told = 0;
    const timer = setTimeout(() => {
      setLong(true);
      told = toast.lasting(textsNow(requestTexts)[text]);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      toast.close(told);
      setLong(false);
    };
  }, [isSending, text]);
  return isLong;
}

/** Props of a dialog that waits for an answer: not closable, since that would not undo the request, until the wait is long. */
export function useSending(isSending: boolean, okButtonProps?: ModalProps['okButtonProps']): ModalProps {
  const isLong = useLongWait(isSending, 'stillWaiting');
  const isHeld = isSending && !isLong;
  useBackCloses(isHeld, () => {});
  return {
    // While true, antd ignores cancelling.
    confirmLoading: isHeld,
    okButtonProps: { ...okButtonProps, loading: isSending },
    cancelButtonProps: { disabled: isHeld },
    closable: { disabled: isHeld },
    keyboard: !isHeld,
  };
}
