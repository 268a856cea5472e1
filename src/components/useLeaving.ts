import { history } from '@umijs/max';
import { type ReactNode, useEffect } from 'react';
import { useUnsaved } from '@/utils/unsaved';
import { type Ask, act, type QuestionWords, useQuestion } from './useQuestion';

type Leave = Parameters<Parameters<typeof history.block>[0]>[0];

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
  }, [isChanged]);

  return [question, isChanged ? ask : act];
}

/** Whichever way one goes, the guards are asked first. @returns lets one go */
function block(): () => void {
  const here = history.location.pathname;
  const unblock = history.block(({ action, location, retry }: Leave) => {
    // What the page itself does with its query does not lead away from it.
    if (action !== 'POP' && location.pathname === here) stay(retry);
    else go(retry);
  });
  const forget = onStrangeAddress((to) => go(() => history.push(to)));
  // While it is asked, what the page does with its query has put another block in this one's place.
  const go = (on: () => void) => beforeLeaving(() => [release?.(), on()]);
  function stay(on: () => void) {
    free();
    on();
    release = block();
  }
  function free() {
    forget();
    unblock();
    release = undefined;
  }
  return free;
}

/**
 * An address that was typed or pasted is no entry that `history` made: it cannot block the way there, nor back from there.
 * @param onAsked the address of this page is in its place again; told where it was to go
 */
function onStrangeAddress(onAsked: (to: string) => void): () => void {
  const here = { entry: window.history.state, href: window.location.href };
  function came() {
    if (window.location.href === here.href || (isNumbered(here.entry) && isNumbered(window.history.state))) return;
    const to = window.location.hash.slice(1) || '/';
    window.history.replaceState(here.entry, '', here.href);
    onAsked(to);
  }
  window.addEventListener('popstate', came);
  return () => window.removeEventListener('popstate', came);
}

const isNumbered = (entry: { idx?: number } | null) => Number.isInteger(entry?.idx);
