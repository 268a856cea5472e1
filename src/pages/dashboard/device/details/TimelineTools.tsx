import { DAY_MS, HOUR_MS, MINUTE_MS } from '@contract/duration';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import { platformNow } from '@/utils/platform-clock';
import { KINDS, type Kind, type TimelineState } from './useTimeline';

const RANGES = { anyTime: undefined, lastHour: HOUR_MS, lastDay: DAY_MS, lastWeek: 7 * DAY_MS, custom: undefined };
type Range = keyof typeof RANGES;

/** Filters of the timeline: kinds of events and time range. */
export function TimelineTools({ timeline: { filter, choose } }: { timeline: TimelineState }) {
  const t = useTexts(eventTexts);
  const [range, setRange] = useState<Range>('anyTime');

  function look(chosen: Range) {
    const back = RANGES[chosen];
    setRange(chosen);
    if (chosen !== 'custom') choose({ from: back === undefined ? undefined : new Date(platformNow() - back).toISOString(), to: undefined });
  }

  return (
    <div className="timeline-tools">
      <fieldset aria-label={t.kindOf}>
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <button key={kind} type="button" aria-pressed={filter.kind === kind} onClick={() => choose({ kind })}>
            {t[kind]}
          </button>
        ))}
      </fieldset>
      <Select
        aria-label={t.range}
        value={range}
        onChange={look}
        popupMatchSelectWidth={false}
        options={(Object.keys(RANGES) as Range[]).map((value) => ({ value, label: t[value] }))}
      />
      {range === 'custom' && (
        <div className="timeline-range">
          <Moment label={t.rangeFrom} at={filter.from} onChange={(from) => choose({ from })} />
          <Moment label={t.rangeTo} at={filter.to} onChange={(to) => choose({ to })} />
          {filter.from && filter.to && filter.from > filter.to && (
            <p className="refused" role="alert">
              {t.rangeReversed}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** A time in the user's time zone. Uses the browser's native field, which is light, and the best one on phones. */
function Moment({ label, at, onChange }: { label: string; at?: string; onChange: (at?: string) => void }) {
  const id = useId();
  return (
    <span>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={at ? localOf(at) : ''}
        onChange={({ target }) => onChange(target.value ? new Date(target.value).toISOString() : undefined)}
      />
    </span>
  );
}

function localOf(at: string) {
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
