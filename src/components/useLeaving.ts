import { history } from '@umijs/max';
import { type ReactNode, useEffect } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { useUnsaved } from '@/utils/unsaved';
import { type Ask, act, type QuestionWords, useQuestion } from './useQuestion';

type Leave = Parameters<Parameters<typeof history.block>[0]>[0];

/** By then one has gone where one wanted to. */
const GONE_MS = 1000;

let guards: Ask[] = [];
/** Lets one go again; while there are guards, every way from the page is theirs. */
let release: (() => void) | undefined;

/** Does what takes one away from the page, as signing out; first it is asked, where something would be lost. */
export const beforeLeaving: Ask = (leave) => askAll(guards, leave);

/** The last one first: a dialog before the page under it. */
function askAll(asking: Ask[], leave: () => void): void {
  const last = asking.at(-1);
  if (last) last(() => askAll(asking.slice(0, -1), leave));
  else leave();
}

/**
 * Asks before what is only here is lost by going to another page; the browser asks before the window closes.
 * @param onConfirmed what is done once it may be; to leave, unless said otherwise
 * @returns the question, while there is one; and what asks it, and no other, before something else is done, as closing a dialog
 */
export function useLeaving(isChanged: boolean, words: QuestionWords, onConfirmed: Ask = act): [question: ReactNode, askBefore: Ask] {
  const { question, ask, withdraw } = useQuestion(words, onConfirmed);
  useUnsaved(() => isChanged);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking needs nothing of a render
  useEffect(() => {
    if (!isChanged) return;
    guards = [...guards, ask];
    release ??= block();
    return () => {
      guards = guards.filter((one) => one !== ask);
      if (guards.length === 0) release?.();
      // A question ends with what it was about.
      withdraw();
    };
  }, [isChanged, words.title]);

  return [question, isChanged ? ask : act];
}

interface LeavingFormOptions {
  /** It has been sent: what would be lost is the answer. */
  isSending?: boolean;
  onConfirmed?: Ask;
}

/** The same of what was typed into a form. */
export function useLeavingForm(isTyped: boolean, { isSending, onConfirmed }: LeavingFormOptions = {}) {
  const t = useTexts(frameTexts);
  const typed = { title: t.typedTitle, why: t.typedWhy, leave: t.typedLeave, stay: t.typedStay };
  const sent = { title: t.sentTitle, why: t.sentWhy, leave: t.sentLeave, stay: t.sentStay };
  return useLeaving(isTyped, isSending ? sent : typed, onConfirmed);
}

/** Whichever way one goes, the guards are asked first. @returns lets one go */
function block(): () => void {
  const here = history.location.pathname;
  const unblock = history.block(({ action, location, retry }: Leave) => {
    // What the page itself does with its query does not lead away from it.
    if (action !== 'POP' && location.pathname === here) stay(retry);
    // While it is asked, that has put another block in this one's place.
    else
      beforeLeaving(() => {
        release?.();
        retry();
        setTimeout(blockAgain, GONE_MS);
      });
  });
  /** A step back may have led to another query of the page: what was typed is still there. */
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
