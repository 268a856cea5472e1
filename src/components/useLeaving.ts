import { history } from '@umijs/max';
import { type ReactNode, useEffect } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { useUnsaved } from '@/utils/unsaved';
import { ownStep } from '@/utils/useBackCloses';
import { type Ask, act, type QuestionWords, useQuestion } from './useQuestion';

type Leave = Parameters<Parameters<typeof history.block>[0]>[0];

/** By then the navigation is over. */
const GONE_MS = 1000;

let guards: Ask[] = [];
/** Removes the block on navigation, which exists while there are guards. */
let release: (() => void) | undefined;

/** Does something that leaves the page, such as signing out, after all guards have agreed. */
export const beforeLeaving: Ask = (leave) => askAll(guards, leave);

/** The last one first: a dialog before the page under it. */
function askAll(asking: Ask[], leave: () => void): void {
  const last = asking.at(-1);
  if (last) last(() => askAll(asking.slice(0, -1), leave));
  else leave();
}

/**
 * Asks before unsaved input is lost by navigation; when the window is closed, the browser asks.
 * @param onConfirmed what a confirmation does; by default, what was asked about
 * @returns the open question, and a function that asks only this question before another action, such as closing a dialog
 */
export function useLeaving(isChanged: boolean, words: QuestionWords, onConfirmed: Ask = act): [question: ReactNode, askBefore: Ask] {
  const { question, ask, withdraw } = useQuestion(words, onConfirmed);
  useUnsaved(() => isChanged, true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` and `withdraw` need no values of a render
  useEffect(() => {
    if (!isChanged) return;
    guards = [...guards, ask];
    release ??= block();
    return () => {
      guards = guards.filter((one) => one !== ask);
      if (guards.length === 0) release?.();
      // Without unsaved input an open question is pointless.
      withdraw();
    };
  }, [isChanged, words.title]);

  return [question, isChanged ? ask : act];
}

interface LeavingFormOptions {
  /** The form is being sent: only the answer would be lost. */
  isSending?: boolean;
  onConfirmed?: Ask;
}

/** `useLeaving` for the input of a form. */
export function useLeavingForm(isTyped: boolean, { isSending, onConfirmed }: LeavingFormOptions = {}) {
  const t = useTexts(frameTexts);
  const typed = { title: t.typedTitle, why: t.typedWhy, leave: t.typedLeave, stay: t.typedStay };
  const sent = { title: t.sentTitle, why: t.sentWhy, leave: t.sentLeave, stay: t.sentStay };
  return useLeaving(isTyped, isSending ? sent : typed, onConfirmed);
}

/** Blocks every navigation until the guards have agreed. @returns removes the block */
function block(): () => void {
  const here = history.location.pathname;
  const unblock = history.block(({ action, location, retry }: Leave) => {
    // A change of the page's own query does not leave the page.
    if (action !== 'POP' && location.pathname === here) stay(retry);
    // `release`, because `stay` may have replaced this block while the question was open.
    else
      beforeLeaving(() => {
        release?.();
        ownStep(retry);
        setTimeout(blockAgain, GONE_MS);
      });
  });
  /** "Back" may have led to another query of the same page, whose input is still there. */
  function blockAgain() {
    if (history.location.pathname === here && guards.length > 0) release ??= block();
  }
  function stay(on: () => void) {
    free();
    on();
    release = block();
  }
  function free() {
    unblock();
    release = undefined;
  }
  return free;
}
