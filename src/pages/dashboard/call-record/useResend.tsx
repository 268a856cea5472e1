import type { RecordFilter } from '@contract/webhook';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazy-part';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { toast } from '@/utils/toast';

type Resendable = Awaited<ReturnType<typeof api.webhook.resendable>>;

const Confirm = lazyDialog(() => import('@/components/Confirm'));

/** Resends records: selected ones at once, all that match after a question. @param onQueued is called with the ids, or `all` */
export function useResend(appKey: string, onQueued: (which: string[] | 'all') => void) {
  const t = useTexts(recordTexts);
  const [asked, setAsked] = useState<{ filter: RecordFilter; what: Resendable }>();

  async function send(body: { ids: string[] } | { filter: RecordFilter }) {
    const { queued } = await api.webhook.resendRecords({ params: { appKey }, body });
    if (queued > 0) toast.success(t.queued(queued));
    else toast.warning(t.nothingQueued);
    onQueued('ids' in body ? body.ids : 'all');
  }

  async function askAll(filter: RecordFilter) {
    const what = await api.webhook.resendable({ params: { appKey }, query: filter });
    if (what.queued > 0) setAsked({ filter, what });
    else toast.warning(t.nothingToResend);
  }

  const dialog = (
    <Suspense>
      {asked && (
        <Confirm
          title={t.resendAllTitle(asked.what.queued, asked.what.more)}
          confirm={t.resend}
          cancel={t.cancel}
          onConfirm={() => send({ filter: { ...asked.filter, to: asked.what.to } })}
          onClosed={() => setAsked(undefined)}
        >
          <ResendWhat {...asked.what} isOfOneStatus={asked.filter.status !== undefined} />
        </Confirm>
      )}
    </Suspense>
  );

  return {
    dialog,
    some: (ids: string[]) => send({ ids }),
    askAll,
  };
}

/** Explains which records are delivered twice, and which are left out. */
function ResendWhat({ delivered, tests, waiting, more, isOfOneStatus }: Resendable & { isOfOneStatus: boolean }) {
  const t = useTexts(recordTexts);
  return (
    <>
      <p>{t.resendAllWhy}</p>
      <ul className="plain-list">
        {delivered > 0 && !isOfOneStatus && <li>{t.deliveredAlready(delivered, more)}</li>}
        {tests > 0 && <li>{t.withoutTests(tests, more)}</li>}
        {waiting > 0 && <li>{t.withoutWaiting(waiting, more)}</li>}
      </ul>
    </>
  );
}
