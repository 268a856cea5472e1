import type { RecordFilter } from '@contract/webhook';
import { lazy, Suspense, useState } from 'react';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { toast } from '@/utils/toast';
import type { RecordPage } from './useRecords';

const Confirm = lazy(() => import('@/components/Confirm'));

/** Sends records again: some at once, all that match after asking. */
export function useResend(appKey: string, onQueued: () => void) {
  const t = useTexts(recordTexts);
  const [asked, setAsked] = useState<{ filter: RecordFilter; total: number; more: boolean; delivered?: RecordPage }>();

  async function send(body: { ids: string[] } | { filter: RecordFilter }) {
    const { queued } = await api.webhook.resendRecords({ params: { appKey }, body });
    toast.success(t.queued(queued));
    onQueued();
  }

  async function askAll(filter: RecordFilter, { total, more }: RecordPage) {
    setAsked({ filter, total, more });
    if (filter.status) return;
    const query = { ...filter, status: 'delivered' as const, pageSize: 1 };
    const delivered = await api.webhook.records({ params: { appKey }, query });
    setAsked((asked) => asked && { ...asked, delivered });
  }

  const dialog = (
    <Suspense>
      {asked && (
        <Confirm
          title={t.resendAllTitle(asked.total, asked.more)}
          confirm={t.resendAll}
          cancel={t.cancel}
          onConfirm={() => send({ filter: asked.filter })}
          onClosed={() => setAsked(undefined)}
        >
          {t.resendAllWhy}
          {asked.delivered && asked.delivered.total > 0 && t.deliveredAlready(asked.delivered.total, asked.delivered.more)}
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
