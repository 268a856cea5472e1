import type { ReactNode } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import './last-answer.css';

interface LastAnswerProps {
  /** Something else was asked, or the same again. */
  isAwaited: boolean;
  children: ReactNode;
}

/** A list that stands until the next answer is there: when that takes a moment, it is dim and out of reach, and something turns over it. */
export function LastAnswer({ isAwaited, children }: LastAnswerProps) {
  const { loading } = useTexts(frameTexts);
  return (
    <div className="last-answer" aria-busy={isAwaited}>
      {children}
      <span className="sr-only" aria-live="polite">
        {isAwaited && loading}
      </span>
    </div>
  );
}
