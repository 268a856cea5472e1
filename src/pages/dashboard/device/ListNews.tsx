import { ReloadOutlined } from '@ant-design/icons';
import { LiveIndicator } from '@/components/LiveIndicator';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import type { LiveDevices } from './useLiveDevices';
import './list-news.css';

/** Whether the list is live, and what a fresh one would change: rows do not come and go under one's hand. */
export function ListNews({ of: { live, isBrokerAway, changes, refresh } }: { of: LiveDevices }) {
  const t = useTexts(eventTexts);
  return (
    <span className="list-news">
      <LiveIndicator live={live} isBrokerAway={isBrokerAway} />
      <span role="status">
        {changes > 0 && (
          <button type="button" className="list-changes" onClick={refresh} title={t.showChanges}>
            <ReloadOutlined aria-hidden /> {t.changes(changes)}
          </button>
        )}
      </span>
    </span>
  );
}
