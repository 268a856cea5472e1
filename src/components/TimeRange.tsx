import { DAY_MS, HOUR_MS, MINUTE_MS } from '@contract/duration';
import { useDebounceFn } from 'ahooks';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { platformNow } from '@/utils/platform-clock';
import './time-range.css';

const RANGES = { anyTime: undefined, lastHour: HOUR_MS, lastDay: DAY_MS, lastWeek: 7 * DAY_MS, custom: undefined };
type Range = keyof typeof RANGES;
const TYPING_MS = 600;
/** The year of a date that is being typed is 0002, 0020, 0202 before it is 2026. */
const FIRST_YEAR = '1970';

/** ISO 8601 times; both are included. */
interface Span {
  from?: string;
  to?: string;
}

interface TimeRangeProps extends Span {
  /** Both keys are given, so that they replace both. */
  onChange: (span: { from: string | undefined; to: string | undefined }) => void;
}

/** Chooses the last hour, day or week (which go on into what comes), or two minutes and all between them. */
export function TimeRange({ from, to, onChange }: TimeRangeProps) {
  const t = useTexts(frameTexts);
  const [chosen, setChosen] = useState<Span & { range: Range }>({ range: 'anyTime' });
  // Times that come from elsewhere (an address, a chart, "clear") are none that were chosen here.
  const isChosen = chosen.from === from && chosen.to === to;
  const range = isChosen ? chosen.range : from || to ? 'custom' : 'anyTime';

  function choose(next: Range) {
    const back = RANGES[next];
    if (next === 'custom') return setChosen({ range: next, from, to });
    take(next, { from: back === undefined ? undefined : new Date(platformNow() - back).toISOString() });
  }

  function take(next: Range, span: Span) {
    setChosen({ range: next, ...span });
    onChange({ from: span.from, to: span.to });
  }

  return (
    <>
      <Select
        aria-label={t.range}
        value={range}
        onChange={choose}
        popupMatchSelectWidth={false}
        options={(Object.keys(RANGES) as Range[]).map((value) => ({ value, label: t[value] }))}
      />
      {range === 'custom' && (
        <div className="time-range">
          <Moment label={t.rangeFrom} at={from} onChange={(start) => take('custom', { from: start?.toISOString(), to })} />
          <Moment
            label={t.rangeTo}
            at={to}
            // The whole of the minute that is shown.
            onChange={(minute) => take('custom', { from, to: minute && new Date(minute.getTime() + MINUTE_MS - 1).toISOString() })}
          />
          {from && to && Date.parse(from) > Date.parse(to) && (
            <p className="refused" role="alert">
              {t.rangeReversed}
            </p>
          )}
        </div>
      )}
    </>
  );
}

/** A minute in the user's time zone. Uses the browser's native field, which is light, good by keyboard, and the best one on phones. */
function Moment({ label, at, onChange }: { label: string; at?: string; onChange: (at?: Date) => void }) {
  const id = useId();
  // What is being typed, until it is taken.
  const [typed, setTyped] = useState<string>();
  const { run, flush } = useDebounceFn(
    (value: string) => {
      onChange(value ? new Date(value) : undefined);
      setTyped(undefined);
    },
    { wait: TYPING_MS },
  );

  return (
    <span>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={typed ?? (at ? localOf(at) : '')}
        onChange={({ target }) => {
          // Half a date has no value.
          if (target.validity.badInput) return;
          setTyped(target.value);
          if (!target.value || target.value >= FIRST_YEAR) run(target.value);
        }}
        onKeyDown={({ key }) => key === 'Enter' && flush()}
        onBlur={() => {
          flush();
          setTyped(undefined);
        }}
      />
    </span>
  );
}

function localOf(at: string) {
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
