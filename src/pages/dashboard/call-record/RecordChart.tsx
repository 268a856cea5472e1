import type { RecordFilter } from '@contract/webhook';
import { useThrottleFn } from 'ahooks';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { FailedPart } from '@/components/FailedRead';
import { Reading } from '@/components/Reading';
import { useLanguage } from '@/locales/language';
import { recordTexts } from '@/locales/record';
import { textsNow, useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { percentOf } from '@/utils/percent';
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
  const { delivered = 0, failed = 0, p50 = null, p95 = null } = data?.total ?? {};
  const ms = (value: number | null) => (value === null ? t.none : t.aboutMs(value));
  // Nothing is counted before it is known.
  const count = (n: number) => (data ? t.number(n) : t.none);

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
      <p className="muted chart-of">{Object.keys(others).length > 0 ? t.chartOfAll : t.chartOf}</p>
      {data && delivered + failed > 0 ? (
        <Plot series={data.series} label={t.chartSays(delivered, failed, ms(p50), ms(p95))} hint={t.chartHint} onChoose={onChoose} />
      ) : (
        <div className="no-chart muted">{data ? t.noChart : error && <FailedPart error={error} onRetry={refresh} />}</div>
      )}
    </section>
  );
}

type Series = Awaited<ReturnType<typeof api.webhook.stats>>['series'];

function Plot({ series, label, hint, onChoose }: { series: Series; label: string; hint: string; onChoose: RecordChartProps['onChoose'] }) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const chosen = useRef(onChoose);
  chosen.current = onChoose;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const drawn = new UPlot(
      optionsOf(element.clientWidth, (from, to) => chosen.current(from, to)),
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
      series.map(({ at }) => Date.parse(at) / 1000),
      // The bars stand behind each other: all of them, then those that were delivered.
      series.map((point) => point.delivered + point.failed),
      series.map((point) => point.delivered),
      series.map((point) => point.p50),
      series.map((point) => point.p95),
    ]);
  }, [series]);

  return <div ref={place} role="img" aria-label={label} title={hint} className="plot" />;
}

const half = ([first = 0, second = first + 60]: ArrayLike<number> & Iterable<number>) => (second - first) / 2;

/** Where the only value is: it makes no line, so it is drawn as a point. */
function onlyOne(values: ArrayLike<number | null | undefined> = []): number[] | null {
  const at = Array.from(values, (value, n) => (value == null ? -1 : n)).filter((n) => n >= 0);
  return at.length === 1 ? at : null;
}

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);

function optionsOf(width: number, onChoose: (from: string, to: string) => void): UPlot.Options {
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
    cursor: { drag: { x: true, y: false, setScale: false } },
    // Two bands, so that neither hides the other: how many below, how long above.
    scales: {
      // Room for the whole of the first and the last bar.
      x: { range: ({ data: [times] }, min, max) => [min - half(times), max + half(times)] },
      y: { range: (_, _min, max) => [0, Math.max(1, max) * 2] },
      ms: { range: (_, _min, max) => [-Math.max(1, max) * 1.2, Math.max(1, max) * 1.1] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        values: [
          [86_400, '{MM}-{DD}', null, null, null, null, null, null, 1],
          [60, '{HH}:{mm}', null, null, null, null, null, null, 1],
        ],
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
      setSelect: [
        (drawn) => {
          const { left, width: wide } = drawn.select;
          if (wide < 4) return;
          const at = (pixel: number) => new Date(drawn.posToVal(pixel, 'x') * 1000).toISOString();
          onChoose(at(left), at(left + wide));
          drawn.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}
