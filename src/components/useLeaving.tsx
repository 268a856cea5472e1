import { history } from '@umijs/max';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useUnsaved } from '@/utils/unsaved';

const Confirm = lazy(() => import('./Confirm'));

type Leave = Parameters<Parameters<typeof history.block>[0]>[0];

interface LeavingWords {
  title: string;
  why: string;
  leave: string;
  stay: string;
}

type Ask = (leave: () => void) => void;
/** The last one asks: a dialog before the page under it. */
let guards: Ask[] = [];

/** Does what takes one away from the page, as signing out; first it is asked, where something that was typed would be lost. */
export const beforeLeaving: Ask = (leave) => (guards.at(-1) ?? act)(leave);

const act: Ask = (leave) => leave();

/**
 * Asks before what is only here is lost by going to another page; the browser asks before the window closes.
 * @param onConfirmed what is done once it may be; to leave, unless said otherwise
 * @returns the question, while there is one
 */
export function useLeaving(isChanged: boolean, words: LeavingWords, onConfirmed: Ask = act) {
  const [asked, setAsked] = useState<{ leave: () => void; turn: number }>();
  useUnsaved(() => isChanged);

  useEffect(() => {
    if (!isChanged) return;
    // Asked again while the question before is still closing, it is a new one.
    const ask: Ask = (leave) => setAsked((before) => ({ leave, turn: (before?.turn ?? 0) + 1 }));
    guards = [...guards, ask];
    const unblock = history.block(({ retry }: Leave) => guards.at(-1) === ask && ask(() => [unblock(), retry()]));
    const forget = onStrangeAddress((to) => ask(() => [unblock(), history.push(to)]));
    return () => {
      guards = guards.filter((one) => one !== ask);
      forget();
      unblock();
      // A question ends with what it was about.
      setAsked(undefined);
    };
  }, [isChanged]);

  return (
    <Suspense>
      {asked && (
        <Confirm
          key={asked.turn}
          danger
          title={words.title}
          confirm={words.leave}
          cancel={words.stay}
          onConfirm={() => onConfirmed(asked.leave)}
          onClosed={() => setAsked(undefined)}
        >
          {words.why}
        </Confirm>
      )}
    </Suspense>
  );
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
