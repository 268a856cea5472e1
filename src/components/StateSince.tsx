import type { DeviceState } from '@contract/device';
import { useSyncExternalStore } from 'react';
import { eventTexts } from '@/locales/event';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { everySecond } from '@/utils/every-second';
import { platformNow } from '@/utils/platform-clock';
import { DAY, duration, exactTime, HOUR, MINUTE } from '@/utils/time';
import { RelativeTime } from './RelativeTime';

/** Since when a device has its state. Not "online, 5 min. ago", which would sound as if it was over. @param since ISO 8601 */
export function StateSince({ state, since }: { state: DeviceState; since: string }) {
  const t = useTexts(eventTexts);
  const language = useLanguage();
  const at = Date.parse(since);
  const minutes = useSyncExternalStore(everySecond, () => Math.trunc((platformNow() - at) / MINUTE));
  const unit = minutes * MINUTE < HOUR ? MINUTE : HOUR;
  if (state !== 'online' || minutes < 1 || minutes * MINUTE >= DAY) return <RelativeTime at={since} />;
  return (
    <time dateTime={since} title={exactTime(at, language, true)} className="number">
      {t.onlineFor(duration(Math.trunc((minutes * MINUTE) / unit) * unit, language))}
    </time>
  );
}
