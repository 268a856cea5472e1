import { failureTexts } from '@contract/callback-text';
import type { CallbackRecord, DeliveryFailure } from '@contract/webhook';
import { RelativeTime } from '@/components/RelativeTime';
import { useLanguage } from '@/locales/language';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { platformNow } from '@/utils/platform-clock';
import { exactTime } from '@/utils/time';

/** A due record is sent within this time if none is queued before it. */
const SOON_SENT_MS = 3000;

type Shown = Pick<CallbackRecord, 'status' | 'sendingSince' | 'responseStatus'>;

/** A record's state as shape, colour and word, with the last response status; none while an attempt is under way. */
export function RecordState({ record: { status, sendingSince, responseStatus } }: { record: Shown }) {
  const t = useTexts(recordTexts);
  return (
    <span className="record-state" data-status={status}>
      {t[sendingSince ? 'sending' : status]}
      {!sendingSince && responseStatus !== null && <small className="number">{responseStatus}</small>}
    </span>
  );
}

/** Below a record's state: why the last attempt failed, and when the next one is due. */
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

/** Is the record overdue, because others are sent before it? */
export const isQueued = (next: string): boolean => platformNow() - Date.parse(next) > SOON_SENT_MS;

/** What a record is about: the type, of a `device.event` its own name, and whether it is a test from the console, not from a device. */
export function RecordEvent({ record: { type, name, test } }: { record: CallbackRecord }) {
  const t = useTexts(recordTexts);
  return (
    <span className="code" title={[type, name].filter(Boolean).join(' ')}>
      {type} {name && <span className="muted">{name}</span>} {test && <small className="test-mark">{t.testMark}</small>}
    </span>
  );
}
