import type { DeviceState } from '@contract/device';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@contract/duration';
import { useSyncExternalStore } from 'react';
import { eventTexts } from '@/locales/event';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { everySecond } from '@/utils/every-second';
import { platformNow } from '@/utils/platform-clock';
import { duration, exactTime } from '@/utils/time';
import { RelativeTime } from './RelativeTime';

/** Since when a device has its state. Not "online, 5 min. ago", which would sound as if it was over. @param since ISO 8601 */
export function StateSince({ state, since }: { state: DeviceState; since: string }) {
  const t = useTexts(eventTexts);
  const language = useLanguage();
  const at = Date.parse(since);
  const minutes = useSyncExternalStore(everySecond, () => Math.trunc((platformNow() - at) / MINUTE_MS));
  const unit = minutes * MINUTE_MS < HOUR_MS ? MINUTE_MS : HOUR_MS;
  if (state !== 'online' || minutes < 1 || minutes * MINUTE_MS >= DAY_MS) return <RelativeTime at={since} />;
  return (
    <time dateTime={since} title={exactTime(at, language, true)} className="number">
      {t.onlineFor(duration(Math.trunc((minutes * MINUTE_MS) / unit) * unit, language))}
    </time>
  );
}
