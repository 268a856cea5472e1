import { useDebounce } from 'ahooks';
import type { ReactNode } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import './last-answer.css';

/** Most answers arrive sooner. */
const MOMENT_MS = 300;

interface LastAnswerProps {
  /** Is the answer to another question awaited? */
  isAwaited: boolean;
  children: ReactNode;
}

/**
 * Keeps a list on the screen until the next answer arrives. If that takes more than a moment, it is announced, a spinner is shown, and the
 * rows are dimmed and not clickable; the focus stays.
 */
export function LastAnswer({ isAwaited, children }: LastAnswerProps) {
  const { loading } = useTexts(frameTexts);
  const wasAwaited = useDebounce(isAwaited, { wait: MOMENT_MS });
  const isLate = isAwaited && wasAwaited;
  return (
    <>
      <div className="last-answer" aria-busy={isLate}>
        {children}
      </div>
      {/* Outside, because screen readers skip busy content. */}
      <span className="sr-only" aria-live="polite">
        {isLate && loading}
      </span>
    </>
  );
}
