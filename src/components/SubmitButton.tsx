import type { ReactNode } from 'react';
import { useLongWait } from '@/utils/useSending';

/** Sends the form it is in, and shows that it is on its way. */
export function SubmitButton({ submitting, children }: { submitting: boolean; children: ReactNode }) {
  useLongWait(submitting, 'noAnswerYet');
  return (
    <button type="submit" className="button primary large block" aria-busy={submitting} aria-disabled={submitting}>
      {submitting && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
