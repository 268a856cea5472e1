import { history } from '@umijs/max';
import { lazy, Suspense, useEffect, useState } from 'react';

const Confirm = lazy(() => import('./Confirm'));

type Leave = Parameters<Parameters<typeof history.block>[0]>[0];

interface LeavingWords {
  title: string;
  why: string;
  leave: string;
  stay: string;
}

/** Asks before what was typed is lost by going to another page; the browser asks before the window closes. @returns the question, while there is one */
export function useLeaving(isChanged: boolean, words: LeavingWords) {
  const [asked, setAsked] = useState<{ leave: () => void }>();

  useEffect(() => {
    if (!isChanged) return;
    const unblock = history.block(({ retry }: Leave) => setAsked({ leave: () => [unblock(), retry()] }));
    return unblock;
  }, [isChanged]);

  return (
    <Suspense>
      {asked && (
        <Confirm
          danger
          title={words.title}
          confirm={words.leave}
          cancel={words.stay}
          onConfirm={asked.leave}
          onClosed={() => setAsked(undefined)}
        >
          {words.why}
        </Confirm>
      )}
    </Suspense>
  );
}
