import { TimeRange } from '@/components/TimeRange';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import { KINDS, type Kind, type TimelineState } from './useTimeline';

/** Filters of the timeline: kinds of events and time range. */
export function TimelineTools({ timeline: { filter, choose } }: { timeline: TimelineState }) {
  const t = useTexts(eventTexts);
  return (
    <div className="timeline-tools">
      <fieldset aria-label={t.kindOf}>
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <button key={kind} type="button" aria-pressed={filter.kind === kind} onClick={() => choose({ kind })}>
            {t[kind]}
          </button>
        ))}
      </fieldset>
      <TimeRange from={filter.from} to={filter.to} onChange={choose} />
    </div>
  );
}
