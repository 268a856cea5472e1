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
/** A range without an end is called the last hour and so on while it is at most this much longer or shorter. */
const ABOUT = 0.05;
const TYPING_MS = 600;
/** The year of a date that is being typed is 0002, 0020, 0202 before it is 2026. */
const FIRST_YEAR = '1970';

/** ISO 8601 times; both are included. */
interface Span {
  from?: string;
  to?: string;
}

/** What a range is called now. */
export function rangeIs({ from, to }: Span): Range {
  if (!from && !to) return 'anyTime';
  const back = to || !from ? 0 : platformNow() - Date.parse(from);
  const isAbout = (ms = 0) => Math.abs(back - ms) < ABOUT * ms;
  return (Object.keys(RANGES) as Range[]).find((range) => isAbout(RANGES[range])) ?? 'custom';
}

interface TimeRangeProps extends Span {
  /** Both keys are given, so that they replace both. */
  onChange: (span: { from: string | undefined; to: string | undefined }) => void;
}

/** Chooses the last hour, day or week (which go on into what comes), or two minutes and all between them. */
export function TimeRange({ from, to, onChange }: TimeRangeProps) {
  const t = useTexts(frameTexts);
  // What was chosen here keeps its name, until other times come from elsewhere (an address, a chart, "clear").
  const [chosen, setChosen] = useState<Span & { range: Range }>();
  const range = chosen && chosen.from === from && chosen.to === to ? chosen.range : rangeIs({ from, to });
  // Fields that were left with a part of a time.
  const [half, setHalf] = useState({ from: false, to: false });
  const isHalf = { from: half.from && !from, to: half.to && !to };
  const isReversed = from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to);
  const fault = isHalf.from || isHalf.to ? t.rangeHalf : isReversed ? t.rangeReversed : undefined;

  function choose(next: Range) {
    const back = RANGES[next];
    setHalf({ from: false, to: false });
    if (next === 'custom') return setChosen({ range: next, from, to });
    // A whole minute, as the fields of a custom range show it.
    const since = back && Math.floor((platformNow() - back) / MINUTE_MS) * MINUTE_MS;
    take(next, { from: since === undefined ? undefined : new Date(since).toISOString(), to: undefined });
  }

  function take(range: Range, change: Span) {
    const span = { from, to, ...change };
    setChosen({ range, ...span });
    onChange(span);
  }

  return (
    <>
      <Select
        aria-label={t.range}
        value={range}
        // Also of what is chosen already: the last hour is another one by now.
        onSelect={choose}
        popupMatchSelectWidth={false}
        options={(Object.keys(RANGES) as Range[]).map((value) => ({ value, label: t[value] }))}
      />
      {range === 'custom' && (
        <div className="time-range">
          <Moment
            label={t.rangeFrom}
            at={from}
            isWrong={isHalf.from || isReversed}
            onHalf={(isPart) => setHalf((before) => ({ ...before, from: isPart }))}
            onChange={(start) => take('custom', { from: start?.toISOString() })}
          />
          <Moment
            label={t.rangeTo}
            at={to}
            isWrong={isHalf.to || isReversed}
            onHalf={(isPart) => setHalf((before) => ({ ...before, to: isPart }))}
            // The whole of the minute that is shown.
            onChange={(minute) => take('custom', { to: minute && new Date(minute.getTime() + MINUTE_MS - 1).toISOString() })}
          />
          {fault && (
            <p className="refused" role="alert">
              {fault}
            </p>
          )}
        </div>
      )}
    </>
  );
}

interface MomentProps {
  label: string;
  at?: string;
  isWrong: boolean;
  onChange: (at?: Date) => void;
  /** It was left with a part of a time, or no longer is. */
  onHalf: (isHalf: boolean) => void;
}

/** A minute in the user's time zone. Uses the browser's native field, which is light, good by keyboard, and the best one on phones. */
function Moment({ label, at, isWrong, onChange, onHalf }: MomentProps) {
  const id = useId();
  // What is being typed, until it is taken.
  const [typed, setTyped] = useState<string>();
  const { run, flush, cancel } = useDebounceFn(
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
        aria-invalid={isWrong}
        value={typed ?? (at ? localOf(at) : '')}
        onChange={({ target }) => {
          setTyped(target.value);
          onHalf(false);
          // Half a date has no value, and is waited for.
          if (target.validity.badInput || (target.value && target.value < FIRST_YEAR)) cancel();
          else run(target.value);
        }}
        onKeyDown={({ key }) => key === 'Enter' && flush()}
        onBlur={({ target }) => {
          flush();
          // Of a field that is emptied part by part, only the first part is told.
          if (at && !target.value && !target.validity.badInput) onChange(undefined);
          // Where a time was taken before, that comes back.
          onHalf(!at && target.validity.badInput);
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
