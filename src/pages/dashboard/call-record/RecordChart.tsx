import type { RecordFilter } from '@contract/webhook';
import { useThrottleFn } from 'ahooks';
import { useEffect, useState } from 'react';
import { FailedPart } from '@/components/FailedRead';
import { Reading } from '@/components/Reading';
import { rangeIs } from '@/components/TimeRange';
import { frameTexts } from '@/locales/frame';
import { useLanguage } from '@/locales/language';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { percentOf } from '@/utils/percent';
import { platformNow } from '@/utils/platform-clock';
import { timeRange } from '@/utils/time';
import { useRead } from '@/utils/useRead';
import { Plot, type Point, rangeOf } from './Plot';

const POINTS = 96;
const DAY_S = 86_400;
/** The platform takes longer ones by itself. */
const MAX_STEP_S = 31_536_000;
const REFRESH_MS = 30_000;
/** The chart is refreshed at most this often, however many callbacks there are. */
const NEWS_EVERY_MS = 2000;

interface RecordChartProps {
  appKey: string;
  filter: RecordFilter;
  /** A change of it triggers a refresh. */
  news: number;
  /** A time range was dragged. ISO 8601. */
  onChoose: (from: string, to: string) => void;
}

/** Delivered and failed attempts, stacked, and response times in the selected range (by default the last 24 hours). */
export default function RecordChart({ appKey, filter, news, onChoose }: RecordChartProps) {
  const t = useTexts(recordTexts);
  const language = useLanguage();
  const { from, to, ...others } = filter;
  const frame = useTexts(frameTexts);
  const chosen = rangeIs({ from, to });
  const seconds = from ? Math.max(60, ((to ? Date.parse(to) : platformNow()) - Date.parse(from)) / 1000) : DAY_S;
  // Rounded to whole minutes: a selected range ends a millisecond before the next minute.
  const step = Math.min(MAX_STEP_S, Math.max(60, Math.ceil(Math.round(seconds / 60) / POINTS) * 60));
  const of = JSON.stringify([appKey, from, to]);
  // Polled, so failures are shown in place, and only if there is no chart.
  const read = async () => ({
    of,
    ...(await api.webhook.stats({ params: { appKey }, query: { from, to, step } }, { skipErrorHandler: true })),
  });
  const {
    data: last,
    error,
    loading,
    refresh,
  } = useRead(read, {
    refreshDeps: [of],
    pollingInterval: REFRESH_MS,
    pollingWhenHidden: false,
  });
  const data = error && !loading && last?.of !== of ? undefined : last;
  const { run: look } = useThrottleFn(refresh, { wait: NEWS_EVERY_MS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on news only
  useEffect(() => {
    if (news > 0) look();
  }, [news]);
  const [at, setAt] = useState<number>();
  const point = at === undefined ? undefined : data?.series[at];
  const { delivered = 0, failed = 0, p50 = null, p95 = null } = data?.total ?? {};
  const ms = (value: number | null) => (value === null ? t.none : t.aboutMs(value));
  // A dash until the data is read.
  const count = (n: number) => (data ? t.number(n) : t.none);
  const saysOf = (tries: Omit<Point, 'at'>) =>
    tries.delivered + tries.failed === 0 ? t.noChart : t.chartSays(tries.delivered, tries.failed, ms(tries.p50), ms(tries.p95));
  const pointSays = point && data && t.chartPoint(timeRange(...rangeOf(point, data.step), language), saysOf(point));

  return (
    <section className="panel record-chart" aria-label={t.chart}>
      <header>
        <h2>
          {t.chart}{' '}
          <small className="muted chart-of">
            {chosen === 'anyTime' ? frame.lastDay : chosen === 'custom' ? t.chartChosen : frame[chosen]}
          </small>
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
        <div className="no-chart muted">{data ? t.noChart : error && !loading && <FailedPart error={error} onRetry={refresh} />}</div>
      )}
    </section>
  );
}
