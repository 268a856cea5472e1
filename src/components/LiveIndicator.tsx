import { Popover } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { eventTexts } from '@/locales/event';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import type { Live } from '@/services/live';
import { everySecond } from '@/utils/every-second';
import { duration } from '@/utils/time';
import './live-indicator.css';

/** Says whether the page hears what happens, and explains it on demand. @param isBrokerAway the platform cannot reach the broker */
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

/** Speaks up only when the platform is away. @param since in milliseconds since the epoch; undefined while it is there @param isStream what is lost is the news, not the answers */
export function LostIndicator({ since, isStream = false }: { since?: number; isStream?: boolean }) {
  const { awayWhy, lostWhy } = useTexts(eventTexts);
  return (
    // There before its words: only then are they read out.
    <span role="status" className="live-status">
      {since !== undefined && (
        <Indicator state="lost" why={isStream ? lostWhy : awayWhy}>
          <Lost since={since} />
        </Indicator>
      )}
    </span>
  );
}

// In a status, not one itself: what is in a button is its name.
function Indicator({ state, why, children }: { state: Live['state'] | 'brokerAway'; why: string; children: ReactNode }) {
  const content = (
    <div className="live-why">
      {/* Where there is little room it is cut off. */}
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

/** Counts the seconds, so that one sees it has not given up. */
function Lost({ since }: { since: number }) {
  const t = useTexts(eventTexts);
  const language = useLanguage();
  const seconds = useSyncExternalStore(everySecond, () => Math.trunc((Date.now() - since) / 1000));
  // Read out once, not every second.
  return (
    <>
      <span className="sr-only">{t.lostOnce}</span>
      <span aria-hidden className="number">
        {t.lost(duration(seconds * 1000, language))}
      </span>
    </>
  );
}
