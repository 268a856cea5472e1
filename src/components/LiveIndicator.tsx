import { Popover } from 'antd';
import { useSyncExternalStore } from 'react';
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
  const why = t[`${state}Why`];

  return (
    // Around the button: what is in it is its name.
    <span role="status" className="live-status">
      <Popover trigger={['hover', 'click', 'focus']} placement="bottom" content={<p className="live-why">{why}</p>}>
        <button type="button" className="live-indicator" data-state={state}>
          <i aria-hidden />
          <span>{state === 'lost' ? <Lost since={live.since} /> : t[state]}</span>
        </button>
      </Popover>
    </span>
  );
}

/** Counts the seconds, so that one sees it has not given up. */
function Lost({ since }: { since: number }) {
  const t = useTexts(eventTexts);
  const language = useLanguage();
  const seconds = useSyncExternalStore(everySecond, () => Math.trunc((Date.now() - since) / 1000));
  const [before, after] = t.lost('\n').split('\n');
  // Read out once, not every second.
  return (
    <>
      {before}
      <span aria-hidden className="number">
        {duration(seconds * 1000, language)}
      </span>
      {after}
    </>
  );
}
