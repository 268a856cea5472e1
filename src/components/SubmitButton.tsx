import type { ReactNode } from 'react';
import { useLongWait } from '@/utils/useSending';

/** The submit button of a form, which shows when it is sending. */
export function SubmitButton({ submitting, children }: { submitting: boolean; children: ReactNode }) {
  useLongWait(submitting, 'noAnswerYet');
  return (
    <button type="submit" className="button primary large block" aria-busy={submitting} aria-disabled={submitting}>
      {submitting && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
