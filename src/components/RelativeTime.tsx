import { useSyncExternalStore } from 'react';
import { frameTexts } from '@/locales/frame';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { platformNow } from '@/utils/platform-clock';
import { exactTime, relativeTime } from '@/utils/time';

const TICK_MS = 15_000;

/** A moment of the API (ISO 8601), relative within a day, with the exact time on hover; null is "never". @param isAhead it is to come, whatever the clock of this machine says */
export function RelativeTime({ at, isAhead = false }: { at: string | null; isAhead?: boolean }) {
  const t = useTexts(frameTexts);
  const language = useLanguage();
  const now = useSyncExternalStore(everyTick, lastTick);
  if (at === null) return <span className="muted">{t.never}</span>;

  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={exactTime(moment, language, true)} className="number">
      {relativeTime(moment, now, language) ?? (isAhead ? t.soon : t.justNow)}
    </time>
  );
}

// One timer for all the times on a page, so that they change together.
const lastTick = () => Math.floor(platformNow() / TICK_MS) * TICK_MS;

function everyTick(changed: () => void) {
  const timer = setInterval(changed, TICK_MS);
  return () => clearInterval(timer);
}
