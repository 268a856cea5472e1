import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyDialog } from '@/components/lazy-part';

const Confirm = lazyDialog(() => import('./Confirm'));

export interface QuestionWords {
  title: string;
  why: string;
  leave: string;
  stay: string;
}

/** Does something at once, or asks before it does. */
export type Ask = (leave: () => void) => void;

export const act: Ask = (leave) => leave();

interface Question {
  /** To be drawn. */
  question: ReactNode;
  ask: Ask;
  /** There is nothing to ask any more. */
  withdraw: () => void;
}

/**
 * Asks before something is lost.
 * @param onConfirmed what is done once it may be; what was asked for, unless said otherwise
 */
export function useQuestion(words: QuestionWords, onConfirmed: Ask = act): Question {
  const [asked, setAsked] = useState<{ leave: () => void; turn: number }>();
  const turns = useRef(0);
  const question = (
    <Suspense>
      {asked && (
        <Confirm
          key={asked.turn}
          danger
          title={words.title}
          confirm={words.leave}
          cancel={words.stay}
          onConfirm={() => onConfirmed(asked.leave)}
          onClosed={() => setAsked((now) => (now?.turn === asked.turn ? undefined : now))}
        >
          {words.why}
        </Confirm>
      )}
    </Suspense>
  );
  return {
    question,
    // Asked again while the question before is still closing, or has closed and is still drawn, it is a new one, and stays.
    ask: (leave) => {
      turns.current += 1;
      setAsked({ leave, turn: turns.current });
    },
    withdraw: () => setAsked(undefined),
  };
}
