import type { DeviceEvent } from '@contract/event';
import { memo, useState } from 'react';
import { Json } from '@/components/Json';
import { RelativeTime } from '@/components/RelativeTime';
import { useLanguage } from '@/locales/language';
import { EventIcon } from './EventIcon';
import { unfolded, useHeadline } from './headline';

/** One event; its data unfolds. */
export const TimelineEntry = memo(function TimelineEntry({ event }: { event: DeviceEvent }) {
  const { title, detail } = useHeadline()(event);
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const line = (
    <>
      <span className="timeline-line">
        <strong>{title}</strong>
        {detail && <span className="muted">{detail}</span>}
      </span>
      <RelativeTime at={event.ts} />
    </>
  );

  return (
    <li className="event-entry">
      <EventIcon event={event} />
      {event.data === null || event.data === undefined ? (
        <div className="event-summary">{line}</div>
      ) : (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="event-summary">{line}</summary>
          {isOpen && <Json value={unfolded(event, language)} />}
        </details>
      )}
    </li>
  );
});
