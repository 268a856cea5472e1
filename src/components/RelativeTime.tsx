import { MINUTE_MS } from '@contract/duration';
import { useSyncExternalStore } from 'react';
import { frameTexts } from '@/locales/frame';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { everySecond } from '@/utils/every-second';
import { platformNow } from '@/utils/platform-clock';
import { exactTime, relativeTime } from '@/utils/time';

/** A time of the API (ISO 8601), relative within a day, exact on hover; null is "never". @param isAhead never shown as past */
export function RelativeTime({ at, isAhead = false }: { at: string | null; isAhead?: boolean }) {
  const t = useTexts(frameTexts);
  const language = useLanguage();
  const moment = at === null ? Number.NaN : Date.parse(at);
  // Rendered again only when the number of minutes changes.
  useSyncExternalStore(everySecond, () => Math.trunc((platformNow() - moment) / MINUTE_MS));
  if (at === null) return <span className="muted">{t.never}</span>;

  return (
    <time dateTime={at} title={exactTime(moment, language, true)} className="number">
      {relativeTime(moment, platformNow(), language) ?? (isAhead ? t.soon : t.justNow)}
    </time>
  );
}
