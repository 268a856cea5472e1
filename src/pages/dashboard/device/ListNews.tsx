import { ReloadOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { LiveIndicator } from '@/components/LiveIndicator';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import type { LiveDevices } from './useLiveDevices';
import './list-news.css';

/** Whether the list is live, and what a fresh one would change: rows do not come and go under one's hand. */
export function ListNews({
  of: { live, isBrokerAway, changes, renew },
}: {
  of: Pick<LiveDevices, 'live' | 'isBrokerAway' | 'changes' | 'renew'>;
}) {
  const t = useTexts(eventTexts);
  const [isAsked, setAsked] = useState(false);

  async function show() {
    if (isAsked) return;
    setAsked(true);
    await renew().finally(() => setAsked(false));
  }

  return (
    <span className="list-news">
      <LiveIndicator live={live} isBrokerAway={isBrokerAway} />
      <span role="status" data-keeps-focus>
        {changes > 0 && (
          <button type="button" className="list-changes" aria-disabled={isAsked} onClick={show} title={t.showChanges}>
            <ReloadOutlined aria-hidden spin={isAsked} /> {t.changes(changes)}
          </button>
        )}
      </span>
    </span>
  );
}
