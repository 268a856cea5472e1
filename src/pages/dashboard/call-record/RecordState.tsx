import type { CallbackRecord } from '@contract/webhook';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';

/** A record's state: a shape, a colour and a word, and what the receiver answered last. */
export function RecordState({ record: { status, responseStatus } }: { record: Pick<CallbackRecord, 'status' | 'responseStatus'> }) {
  const t = useTexts(recordTexts);
  return (
    <span className="record-state" data-status={status}>
      {t[status]}
      {responseStatus !== null && <small className="number">{responseStatus}</small>}
    </span>
  );
}
