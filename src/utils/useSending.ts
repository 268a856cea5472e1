import type { ModalProps } from 'antd';
import { useEffect, useState } from 'react';
import { requestTexts } from '@/locales/request';
import { textsNow } from '@/locales/texts';
import { toast } from './toast';

/** So long an answer is waited for without a word: requests have no time limit of their own (spec §9). */
export const PATIENCE_MS = 8000;

/** Says so when an answer keeps one waiting. @param text what is said @returns whether it has */
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

/** What goes for a dialog whose answer is on its way: closing it would not call back what was sent. When none comes, that is said, and the way out is open. @param okButtonProps the dialog's own */
export function useSending(isSending: boolean, okButtonProps?: ModalProps['okButtonProps']): ModalProps {
  const isLong = useLongWait(isSending, 'stillWaiting');
  const isHeld = isSending && !isLong;
  return {
    // antd takes no cancelling while this is true.
    confirmLoading: isHeld,
    okButtonProps: { ...okButtonProps, loading: isSending },
    cancelButtonProps: { disabled: isHeld },
    closable: { disabled: isHeld },
    keyboard: !isHeld,
  };
}
