import { type ReactNode, useState } from 'react';
import { useBackCloses } from '@/utils/useBackCloses';
import { useLeavingForm } from './useLeaving';

interface FormDialog {
  isOpen: boolean;
  /** What is asked before what was typed is lost; to be drawn. */
  question: ReactNode;
  /** For the ways out by which nothing is saved: a button, a key, a click. */
  cancel: () => void;
  /** It is through. */
  close: () => void;
}

/**
 * Whether a dialog is open into which something is typed. It asks before it, or the page below, closes over that.
 * @param isSending it has been sent, and may be done by now
 * @param back what the browser's "back" does, if not to cancel
 */
export function useFormDialog(isTyped: boolean, isSending = false, back?: () => void): FormDialog {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  // What was given up guards nothing while it closes. The page may be the same one step back.
  const [question, askBefore] = useLeavingForm(isOpen && (isTyped || isSending), { isSending, onConfirmed });
  function onConfirmed(leave: () => void) {
    close();
    leave();
  }
  const cancel = () => askBefore(close);
  useBackCloses(isOpen, back ?? cancel);
  return { isOpen, question, cancel, close };
}
