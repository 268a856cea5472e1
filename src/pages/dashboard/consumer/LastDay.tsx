import { Link } from '@umijs/max';
import { FailedPart } from '@/components/FailedRead';
import { LostIndicator } from '@/components/LiveIndicator';
import { Reading } from '@/components/Reading';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import type { Live } from '@/services/live';
import { exactTime } from '@/utils/time';
import { useRead } from '@/utils/useRead';

const HEIGHT = 56;
const WIDTH = 12;
const REFRESH_MS = 30_000;

/** The last 24 hours, one bar per hour, delivered and failed stacked. @param news a change of it triggers a refresh */
export function LastDay({ appKey, news, live }: { appKey: string; news: number; live: Live }) {
  const t = useTexts(webhookTexts);
  const language = useLanguage();
  const { data, error, refresh } = useRead(() => api.webhook.stats({ params: { appKey }, query: {} }, { skipErrorHandler: true }), {
    refreshDeps: [news],
    pollingInterval: REFRESH_MS,
    pollingWhenHidden: false,
  });
  const { delivered = 0, failed = 0, p50 = null, p95 = null } = data?.total ?? {};
  const isLost = live.state === 'lost';
  const count = (n: number) => (data ? t.number(n) : '–');
  const series = data?.series ?? [];
  const most = Math.max(1, ...series.map((hour) => hour.delivered + hour.failed));
  const scaled = (n: number) => (n === 0 ? 0 : Math.max(2, (n / most) * HEIGHT));

  return (
    <section className="panel last-day" aria-label={t.lastDay}>
      <div className="state-line" data-lost={isLost}>
        <h2>
          {t.lastDay} {!isLost && <small className="muted beside-title">{t.tries}</small>}
        </h2>
        <LostIndicator since={isLost ? live.since : undefined} isStream />
        <span className="spring" />
        <Link to={`/dashboard/${appKey}/call-record`}>{t.toRecords}</Link>
      </div>
      <dl className="day-numbers">
        <Reading name={t.delivered} value={count(delivered)} kind={delivered > 0 ? 'good' : ''} />
        <Reading name={t.failed} value={count(failed)} kind={failed > 0 ? 'bad' : ''} />
        <Reading name={t.p50} value={p50 === null ? '–' : t.aboutMs(p50)} />
        <Reading name={t.p95} value={p95 === null ? '–' : t.aboutMs(p95)} />
      </dl>
      {delivered + failed === 0 ? (
        <div className="muted no-deliveries">{data ? t.noDeliveries : error && <FailedPart error={error} onRetry={refresh} />}</div>
      ) : (
        <svg
          className="day-chart"
          role="img"
          aria-label={t.dayChart(delivered, failed)}
          viewBox={`0 0 ${Math.max(1, series.length) * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {series.map((hour, n) => (
            <g key={hour.at} transform={`translate(${n * WIDTH} 0)`}>
              <title>{t.hour(exactTime(Date.parse(hour.at), language), hour.delivered, hour.failed)}</title>
              <rect className="slot" x="1" width={WIDTH - 2} height={HEIGHT} />
              <rect className="good" x="1" width={WIDTH - 2} y={HEIGHT - scaled(hour.delivered)} height={scaled(hour.delivered)} />
              <rect
                className="bad"
                x="1"
                width={WIDTH - 2}
                y={HEIGHT - scaled(hour.delivered) - scaled(hour.failed)}
                height={scaled(hour.failed)}
              />
            </g>
          ))}
        </svg>
      )}
    </section>
  );
}
