import { history } from '@umijs/max';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';

const Confirm = lazy(() => import('@/components/Confirm'));

type Leave = Parameters<Parameters<typeof history.block>[0]>[0];

/** Asks before what was typed is lost by leaving the page. @returns the question, while there is one */
export function useLeaving(isChanged: boolean) {
  const t = useTexts(webhookTexts);
  const [asked, setAsked] = useState<{ leave: () => void }>();

  useEffect(() => {
    if (!isChanged) return;
    const unblock = history.block(({ retry }: Leave) => setAsked({ leave: () => [unblock(), retry()] }));
    return unblock;
  }, [isChanged]);

  return (
    <Suspense>
      {asked && (
        <Confirm title={t.leaveTitle} confirm={t.leave} cancel={t.stay} onConfirm={asked.leave} onClosed={() => setAsked(undefined)}>
          {t.leaveWhy}
        </Confirm>
      )}
    </Suspense>
  );
}
