import { Popover } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { eventTexts } from '@/locales/event';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import type { Live } from '@/services/live';
import { everySecond } from '@/utils/every-second';
import { duration } from '@/utils/time';
import './live-indicator.css';

/** Shows if the page is live, with an explanation on demand. @param isBrokerAway the platform cannot reach the broker */
export function LiveIndicator({ live, isBrokerAway = false }: { live: Live; isBrokerAway?: boolean }) {
  const t = useTexts(eventTexts);
  const state = live.state === 'live' && isBrokerAway ? 'brokerAway' : live.state;
  return (
    <span role="status" className="live-status">
      <Indicator state={state} why={t[`${state}Why`]}>
        {state === 'lost' ? <Lost since={live.since} /> : t[state]}
      </Indicator>
    </span>
  );
}

/** Visible only while the platform is unreachable. @param since ms since the epoch, if it is @param isStream only live news is lost */
export function LostIndicator({ since, isStream = false }: { since?: number; isStream?: boolean }) {
  const { awayWhy, lostWhy } = useTexts(eventTexts);
  return (
    // Rendered before its text: only changes of a live region are announced.
    <span role="status" className="live-status">
      {since !== undefined && (
        <Indicator state="lost" why={isStream ? lostWhy : awayWhy}>
          <Lost since={since} />
        </Indicator>
      )}
    </span>
  );
}

// Not a status itself, since the content of a button is only its name; it is placed in one.
function Indicator({ state, why, children }: { state: Live['state'] | 'brokerAway'; why: string; children: ReactNode }) {
  const content = (
    <div className="live-why">
      {/* Repeated here, because it is cut off in narrow places. */}
      <strong>{children}</strong>
      <p>{why}</p>
    </div>
  );
  return (
    <Popover trigger={['hover', 'click', 'focus']} placement="bottom" content={content}>
      <button type="button" className="live-indicator" data-state={state}>
        <i aria-hidden />
        <span>{children}</span>
      </button>
    </Popover>
  );
}

/** Counts the seconds, to show that the page keeps trying. */
function Lost({ since }: { since: number }) {
  const t = useTexts(eventTexts);
  const language = useLanguage();
  const seconds = useSyncExternalStore(everySecond, () => Math.trunc((Date.now() - since) / 1000));
  // Announced once, not every second.
  return (
    <>
      <span className="sr-only">{t.lostOnce}</span>
      <span aria-hidden className="number">
        {t.lost(duration(seconds * 1000, language))}
      </span>
    </>
  );
}
