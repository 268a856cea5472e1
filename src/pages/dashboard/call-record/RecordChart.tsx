import type { RecordFilter } from '@contract/webhook';
import { useThrottleFn } from 'ahooks';
import dayjs from 'dayjs';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { FailedPart } from '@/components/FailedRead';
import { Reading } from '@/components/Reading';
import { useLanguage } from '@/locales/language';
import { recordTexts } from '@/locales/record';
import { textsNow, useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { percentOf } from '@/utils/percent';
import { timeRange } from '@/utils/time';
import { useRead } from '@/utils/useRead';

const HEIGHT = 180;
const POINTS = 96;
const DAY_S = 86_400;
const REFRESH_MS = 30_000;
/** Many callbacks a second are one look at what they changed. */
const NEWS_EVERY_MS = 2000;

interface RecordChartProps {
  appKey: string;
  filter: RecordFilter;
  /** When it changes, there is something new to see. */
  news: number;
  /** A time range was dragged. ISO 8601. */
  onChoose: (from: string, to: string) => void;
}

/** Success stacked with failure, and how long receivers took, over the time that is looked at (by default the last 24 hours). */
export default function RecordChart({ appKey, filter, news, onChoose }: RecordChartProps) {
  const t = useTexts(recordTexts);
  const language = useLanguage();
  const { from, to, ...others } = filter;
  const seconds = from && to ? Math.max(60, (Date.parse(to) - Date.parse(from)) / 1000) : DAY_S;
  const step = Math.max(60, Math.ceil(seconds / POINTS / 60) * 60);
  const { data, error, refresh } = useRead(() => api.webhook.stats({ params: { appKey }, query: { from, to, step } }), {
    refreshDeps: [appKey, from, to],
    pollingInterval: REFRESH_MS,
    pollingWhenHidden: false,
  });
  const { run: look } = useThrottleFn(refresh, { wait: NEWS_EVERY_MS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there is something new
  useEffect(() => {
    if (news > 0) look();
  }, [news]);
  const [at, setAt] = useState<number>();
  const point = at === undefined ? undefined : data?.series[at];
  const { delivered = 0, failed = 0, p50 = null, p95 = null } = data?.total ?? {};
  const ms = (value: number | null) => (value === null ? t.none : t.aboutMs(value));
  // Nothing is counted before it is known.
  const count = (n: number) => (data ? t.number(n) : t.none);
  const saysOf = (tries: Omit<Point, 'at'>) =>
    tries.delivered + tries.failed === 0 ? t.noChart : t.chartSays(tries.delivered, tries.failed, ms(tries.p50), ms(tries.p95));
  const pointSays = point && data && t.chartPoint(timeRange(...rangeOf(point, data.step), language), saysOf(point));

  return (
    <section className="panel record-chart" aria-label={t.chart}>
      <header>
        <h2>
          {t.chart} <small className="muted chart-of">{from || to ? t.chartChosen : t.lastDay}</small>
        </h2>
        <dl>
          <Reading name={t.successRate} value={delivered + failed === 0 ? t.none : percentOf(delivered, delivered + failed, language)} />
          <Reading name={t.triesDelivered} value={count(delivered)} kind="good" />
          <Reading name={t.triesFailed} value={count(failed)} kind={failed > 0 ? 'bad' : ''} />
          <Reading name="p50" value={ms(p50)} kind="p50" />
          <Reading name="p95" value={ms(p95)} kind="p95" />
        </dl>
      </header>
      <div className="muted chart-of chart-words">
        <p data-behind={pointSays !== undefined}>{Object.keys(others).length > 0 ? t.chartOfAll : t.chartOf}</p>
        {pointSays && <p className="number">{pointSays}</p>}
      </div>
      {data && delivered + failed > 0 ? (
        <Plot
          stats={data}
          at={at}
          says={pointSays ?? saysOf({ delivered, failed, p50, p95 })}
          texts={{ label: t.chart, hint: t.chartHint }}
          onLook={setAt}
          onChoose={onChoose}
        />
      ) : (
        <div className="no-chart muted">{data ? t.noChart : error && <FailedPart error={error} onRetry={refresh} />}</div>
      )}
    </section>
  );
}

type Stats = Awaited<ReturnType<typeof api.webhook.stats>>;
type Point = Stats['series'][number];

/** Milliseconds since the epoch. @param step seconds */
const rangeOf = ({ at }: Point, step: number): [from: number, to: number] => [Date.parse(at), Date.parse(at) + step * 1000];

interface PlotProps {
  stats: Stats;
  /** Which point is looked at. */
  at: number | undefined;
  /** What is seen there, or of all of it. */
  says: string;
  texts: { label: string; hint: string };
  onLook: (at: number | undefined) => void;
  onChoose: RecordChartProps['onChoose'];
}

function Plot({ stats: { series, step }, at, says, texts, onLook, onChoose }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const last = series.length - 1;

  // What one drags over is taken in whole steps, as the chart shows them.
  function choose(from: number, to: number) {
    const [first, end] = [Math.max(0, from), Math.min(last, to)].map((n) => series[n]);
    // The end is the last moment that is looked at, as the field says the last minute.
    if (first && end) onChoose(first.at, new Date(rangeOf(end, step)[1] - 1).toISOString());
  }

  const now = useRef({ step, choose, onLook });
  now.current = { step, choose, onLook };

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const drawn = new UPlot(
      optionsOf(element.clientWidth, {
        step: () => now.current.step,
        onChoose: (from, to) => now.current.choose(from, to),
        onLook: (at) => now.current.onLook(at),
      }),
      [[], [], [], [], []],
      element,
    );
    plot.current = drawn;
    const resized = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      drawn.destroy();
    };
  }, []);

  useEffect(() => {
    plot.current?.setData([
      // Each stands for the time from its beginning to the next.
      series.map((point) => Date.parse(point.at) / 1000 + step / 2),
      // The bars stand behind each other: all of them, then those that were delivered.
      series.map((point) => point.delivered + point.failed),
      series.map((point) => point.delivered),
      series.map((point) => point.p50),
      series.map((point) => point.p95),
    ]);
  }, [series, step]);

  function look(to: number | undefined) {
    const drawn = plot.current;
    const time = to === undefined ? undefined : drawn?.data[0][to];
    drawn?.setCursor(time === undefined ? AWAY : { left: drawn.valToPos(time, 'x'), top: 0 });
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? last) + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) look(Math.min(last, Math.max(0, to)));
    else if (event.key === 'Enter' && at !== undefined) {
      choose(at, at);
      look(undefined);
    } else return;
    event.preventDefault();
  }

  return (
    <div
      ref={place}
      className="plot"
      role="slider"
      tabIndex={0}
      title={texts.hint}
      aria-label={texts.label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={says}
      onKeyDown={press}
      onBlur={() => look(undefined)}
    />
  );
}

/** Where the pointer is when it is not on the chart. */
const AWAY = { left: -10, top: -10 };

/** The time of day, and at midnight which day begins. */
function clockOf(at: number): string {
  const time = dayjs(at);
  return time.format(time.hour() === 0 && time.minute() === 0 ? 'MM-DD' : 'HH:mm');
}

/** Where the only value is: it makes no line, so it is drawn as a point. */
function onlyOne(values: ArrayLike<number | null | undefined> = []): number[] | null {
  const at = Array.from(values, (value, n) => (value == null ? -1 : n)).filter((n) => n >= 0);
  return at.length === 1 ? at : null;
}

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);

interface Told {
  /** Seconds from point to point. */
  step: () => number;
  /** From which point to which. */
  onChoose: (from: number, to: number) => void;
  /** Undefined: the pointer left. */
  onLook: (at: number | undefined) => void;
}

function optionsOf(width: number, { step, onChoose, onLook }: Told): UPlot.Options {
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
    spanGaps: true,
    points: { size: 5, fill: stroke, filter: (drawn, at, isShown) => (isShown ? null : onlyOne(drawn.data[at])) },
  });
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false, setScale: false } },
    // Two bands, so that neither hides the other: how many below, how long above.
    scales: {
      // From the beginning of the first to the end of the last: of a single one uPlot would show years.
      x: { range: ({ data: [times] }) => [(times[0] ?? 0) - step() / 2, (times.at(-1) ?? 0) + step() / 2] },
      y: { range: (_, _min, max) => [0, Math.max(1, max) * 2] },
      ms: { range: (_, _min, max) => [-Math.max(1, max) * 1.2, Math.max(1, max) * 1.1] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        gap: 9,
        values: (_, ticks) => ticks.map((tick) => clockOf(tick * 1000)),
      },
      {
        ...axis,
        size: 44,
        // Half of the height is theirs: two numbers have to fit in it.
        space: 16,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000],
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
          if (wide < 4) return;
          onChoose(drawn.posToIdx(left), drawn.posToIdx(left + wide));
          drawn.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}
