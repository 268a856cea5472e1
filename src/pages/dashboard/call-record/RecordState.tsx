import type { CallbackRecord } from '@contract/webhook';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';

type Shown = Pick<CallbackRecord, 'status' | 'sendingSince' | 'responseStatus'>;

/** A record's state: a shape, a colour and a word, and what the receiver answered last; of one that is being sent, it has not yet. */
export function RecordState({ record: { status, sendingSince, responseStatus } }: { record: Shown }) {
  const t = useTexts(recordTexts);
  return (
    <span className="record-state" data-status={status}>
      {t[sendingSince ? 'sending' : status]}
      {!sendingSince && responseStatus !== null && <small className="number">{responseStatus}</small>}
    </span>
  );
}

/** Beside a type: it is sent from the console, no device has anything to do with it. */
export function TestMark() {
  const t = useTexts(recordTexts);
  return <small className="test-mark">{t.testMark}</small>;
}
