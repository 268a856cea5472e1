import { failureTexts } from '@contract/callback-text';
import type { CallbackRecord, DeliveryFailure } from '@contract/webhook';
import { RelativeTime } from '@/components/RelativeTime';
import { useLanguage } from '@/locales/language';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { platformNow } from '@/utils/platform-clock';
import { exactTime } from '@/utils/time';

/** What is due is sent within a moment where nothing goes before it. */
const SOON_SENT_MS = 3000;

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

/** Below a record's state: why its last try failed, and when the next one is. */
export function WhatIsKnown({ record: { status, error, nextAttemptAt, holdUntil } }: { record: CallbackRecord }) {
  const t = useTexts(recordTexts);
  const language = useLanguage();
  const why = error && (failureTexts[error as DeliveryFailure]?.[language].meaning ?? error);
  const held = holdUntil && t.holdUntil(exactTime(Date.parse(holdUntil), language, true));
  const known = status === 'paused' ? [t.waits, why && t.lastTry(why)] : [why, held];
  const text = known.filter(Boolean).join(' · ');
  const next = holdUntil ? null : nextAttemptAt;
  if (!text && !next) return null;
  return (
    <small className="muted">
      {text}
      {text && next && ' · '}
      {next &&
        (isQueued(next) ? (
          t.queue
        ) : (
          <span className="next-try">
            {t.next} <RelativeTime at={next} isAhead />
          </span>
        ))}
    </small>
  );
}

/** Its time is over: others go before it. */
export const isQueued = (next: string): boolean => platformNow() - Date.parse(next) > SOON_SENT_MS;

/** Beside a type: it is sent from the console, no device has anything to do with it. */
export function TestMark() {
  const t = useTexts(recordTexts);
  return <small className="test-mark">{t.testMark}</small>;
}
