import dayjs from 'dayjs';
import UPlot from 'uplot';
import { language } from '@/locales/language';
import { recordTexts } from '@/locales/record';
import { textsNow } from '@/locales/texts';

/** Pixels. */
export const HEIGHT = 180;
const PRESS_PX = 4;
/** Before it are the times and the bars. */
const FIRST_LINE = 3;

/** The time of day; at midnight the date; at New Year the year, without which a range of years could not be read. */
export function clockOf(at: number): string {
  const time = dayjs(at);
  if (time.hour() !== 0 || time.minute() !== 0) return time.format('HH:mm');
  const isNewYear = time.month() === 0 && time.date() === 1;
  return new Intl.DateTimeFormat(language(), isNewYear ? { year: 'numeric' } : { month: 'short', day: 'numeric' }).format(at);
}

/** The indices of values between gaps: no line leads to them, so they are drawn as points. */
function lonely(values: ArrayLike<number | null | undefined> = []): number[] {
  const isGap = (n: number) => values[n] == null;
  return Array.from(values, (_, n) => n).filter((n) => !isGap(n) && isGap(n - 1) && isGap(n + 1));
}

/** Between two labels of the counts. */
const COUNT_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
/** The counts have half of the height, in which so many steps have room for their labels. */
const MOST_STEPS = 4;

/** The label at or above the highest bar. */
export function topOf(most: number): number {
  const step = COUNT_STEPS.find((one) => most / one <= MOST_STEPS) ?? most;
  return Math.max(1, Math.ceil(most / step)) * step;
}

interface Told {
  /** Seconds between points. */
  step: () => number;
  /** Called with the first and the last selected point. */
  onChoose: (from: number, to: number) => void;
  /** Undefined: the pointer left. */
  onLook: (at: number | undefined) => void;
  /** After a touch, the inspected point stays, although browsers report that a mouse left. */
  isFinger: () => boolean;
}

/** uPlot options for an element, with its colours: bars for counts, lines for durations. */
export function optionsOf(place: HTMLElement, { step, onChoose, onLook, isFinger }: Told): UPlot.Options {
  const style = getComputedStyle(place);
  const colour = (name: string) => style.getPropertyValue(`--${name}`);
  const bars = UPlot.paths.bars?.({ size: [0.7, 24] });
  const axis = {
    stroke: colour('muted'),
    font: `12px ${colour('font')}`,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  };
  const bar = (fill: string): UPlot.Series => ({ fill, stroke: fill, width: 0, paths: bars, points: { show: false } });
  const line = (stroke: string, dash?: number[]): UPlot.Series => ({
    stroke,
    width: 1.5,
    dash,
    scale: 'ms',
    points: { size: 5, fill: stroke, filter: (drawn, at, isShown) => (isShown ? null : lonely(drawn.data[at])) },
  });
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      // Of the lines only: on a bar that is not there it would look like a value.
      points: { size: (_, series) => (series < FIRST_LINE ? 0 : 6) },
      bind: { mouseleave: (_drawn, _over, leave) => (event) => (isFinger() ? null : leave(event)) },
    },
    // Two bands that do not overlap: counts below, durations above.
    scales: {
      // From the start of the first point to the end of the last; for a single one uPlot would show years.
      x: { range: ({ data: [times] }) => [(times[0] ?? 0) - step() / 2, (times.at(-1) ?? 0) + step() / 2] },
      y: { range: (_, _min, max) => [0, topOf(Math.max(1, max)) * 2] },
      ms: { range: (_, _min, max) => [-Math.max(1, max) * 1.2, Math.max(1, max) * 1.1] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        gap: 9,
        // Only whole minutes are labelled.
        values: (_, ticks) => ticks.map((tick) => (tick % 60 === 0 ? clockOf(tick * 1000) : '')),
      },
      {
        ...axis,
        size: 44,
        space: 16,
        incrs: COUNT_STEPS,
        grid: { show: false },
        filter: (drawn, ticks) => ticks.map((tick) => (tick <= (drawn.scales.y?.max ?? 0) / 2 ? tick : null)),
      },
      {
        ...axis,
        scale: 'ms',
        side: 1,
        size: 68,
        grid: { show: false },
        filter: (_, ticks) => ticks.map((tick) => (tick < 0 ? null : tick)),
        values: (_, ticks) => ticks.map((tick) => (tick === null ? '' : textsNow(recordTexts).ms(tick))),
      },
    ],
    series: [{}, bar(colour('failed')), bar(colour('online')), line(colour('primary')), line(colour('primary-pressed'), [4, 3])],
    hooks: {
      setCursor: [(drawn) => onLook(drawn.cursor.idx ?? undefined)],
      setSelect: [
        (drawn) => {
          const { left, width: wide } = drawn.select;
          // A click with a little movement is not a drag.
          const isPress = wide < PRESS_PX;
          onChoose(drawn.posToIdx(isPress ? left + wide / 2 : left), drawn.posToIdx(isPress ? left + wide / 2 : left + wide));
          drawn.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}
