import { TimeRange } from '@/components/TimeRange';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import { kinds, type TimelineState } from './useTimeline';

/** Filters of the timeline: kinds of events and time range. */
export function TimelineTools({ timeline: { filter, choose } }: { timeline: TimelineState }) {
  const t = useTexts(eventTexts);
  return (
    <div className="timeline-tools">
      <fieldset aria-label={t.kindOf}>
        {[undefined, ...kinds].map((kind) => (
          <button key={kind ?? 'all'} type="button" aria-pressed={filter.events === kind} onClick={() => choose({ events: kind })}>
            {t[kind ?? 'all']}
          </button>
        ))}
      </fieldset>
      <TimeRange from={filter.from} to={filter.to} onChange={choose} />
    </div>
  );
}
