import { useDebounce } from 'ahooks';
import type { ReactNode } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import './last-answer.css';

/** Most answers are there sooner. */
const MOMENT_MS = 300;

interface LastAnswerProps {
  /** Something else was asked. */
  isAwaited: boolean;
  children: ReactNode;
}

/**
 * A list that stands until the next answer is there. When that takes more than a moment, it is said, something turns over its rows, and
 * they are dim and out of the pointer's reach; what has the focus keeps it.
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
      {/* Not in it: what is busy is not read. */}
      <span className="sr-only" aria-live="polite">
        {isLate && loading}
      </span>
    </>
  );
}
