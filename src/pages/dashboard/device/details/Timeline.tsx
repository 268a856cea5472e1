import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { LiveIndicator } from '@/components/LiveIndicator';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import type { Live } from '@/services/live';
import { platformNow } from '@/utils/platform-clock';
import { TimelineEntry } from './TimelineEntry';
import { TimelineTools } from './TimelineTools';
import type { TimelineState } from './useTimeline';

interface TimelineProps {
  timeline: TimelineState;
  live: Live;
  isBrokerAway: boolean;
  top: RefObject<HTMLElement | null>;
  /** Shown if the device has no events. */
  empty: ReactNode;
}

/** A device's events, newest first. New ones appear while the list is at its top; otherwise they are held back and counted. */
export function Timeline({ timeline, live, isBrokerAway, top, empty }: TimelineProps) {
  const t = useTexts(eventTexts);
  const { list, filter, isPaused, held } = timeline;
  const isFiltered = Object.values(filter).some(Boolean);
  // Nothing comes any more that would fit.
  const isPast = filter.to !== undefined && Date.parse(filter.to) < platformNow();
  if (list?.length === 0 && !isFiltered && held === 0) return empty;

  function resume() {
    timeline.resume();
    top.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <section className="details-section" ref={top} aria-label={t.timeline}>
      <header>
        <h3>{t.timeline}</h3>
        {isPast ? null : isPaused && live.state === 'live' && !isBrokerAway ? (
          <span className="muted">{t.paused}</span>
        ) : (
          <LiveIndicator live={live} isBrokerAway={isBrokerAway} />
        )}
        <span className="spring" />
        {!isPast && (
          <Button
            size="small"
            icon={isPaused ? <CaretRightOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
            onClick={isPaused ? resume : timeline.pause}
          >
            {isPaused ? t.resume : t.pause}
          </Button>
        )}
      </header>
      <TimelineTools timeline={timeline} />
      <div className="fresh-events" role="status">
        {held > 0 && (
          <button type="button" className="fresh-count" onClick={resume}>
            ↑ {t.fresh(held)}
          </button>
        )}
      </div>
      <TimelineList timeline={timeline} />
    </section>
  );
}

function TimelineList({ timeline }: { timeline: TimelineState }) {
  const t = useTexts(eventTexts);
  const { list, error, isLoadingMore, isAll, choose, again } = timeline;
  if (error && !list) {
    return (
      <p className="timeline-end" role="alert">
        {error.message} <Button onClick={again}>{t.retry}</Button>
      </p>
    );
  }
  if (!list) return <EventBones />;
  if (list.length === 0) {
    return (
      <p className="timeline-end">
        {t.nothing} <Button onClick={() => choose({ events: undefined, from: undefined, to: undefined })}>{t.showAll}</Button>
      </p>
    );
  }
  return (
    <>
      <ol className="timeline">
        {list.map((event) => (
          <TimelineEntry key={event.id} event={event} />
        ))}
      </ol>
      <p className="timeline-end muted" role="status">
        {isAll ? t.allShown : isLoadingMore ? t.loadingMore : ' '}
      </p>
    </>
  );
}

/** Placeholder while events are loading. */
export function EventBones() {
  const t = useTexts(eventTexts);
  return (
    <div className="event-bones" role="status" aria-label={t.loading}>
      {[46, 62, 38, 54, 70, 42, 58, 50].map((width) => (
        <div key={width}>
          <i className="bone" />
          <i className="bone" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
