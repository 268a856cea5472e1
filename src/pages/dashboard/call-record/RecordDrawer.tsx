import { ErrorCode } from '@contract/errors';
import { type Attempt, HIDDEN } from '@contract/webhook';
import { Button, Drawer } from 'antd';
import { useEffect, useState } from 'react';
import { AttemptVerdict, AttemptView } from '@/components/AttemptView';
import { useBesideVirtual } from '@/components/beside-virtual';
import { CopyText } from '@/components/CopyText';
import { Facts } from '@/components/Facts';
import { Json } from '@/components/Json';
import { RelativeTime } from '@/components/RelativeTime';
import { StatusPage } from '@/components/StatusPage';
import { beforeLeaving } from '@/components/useLeaving';
import { useLanguage } from '@/locales/language';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import type { RequestFailure } from '@/utils/failure';
import { exactTime } from '@/utils/time';
import { toast } from '@/utils/toast';
import { useRead } from '@/utils/useRead';
import { curlOf } from './curl';
import { isQueued, RecordState } from './RecordState';
import { Replay } from './Replay';

/** Poll interval while the record waits for an attempt. */
const WATCH_EVERY_MS = 2000;

interface RecordDrawerProps {
  appKey: string;
  id: string;
  /** Why nothing is sent now. */
  heldWhy?: string;
  onResent: () => void;
  onClosed: () => void;
}

/** Details of one record: the request and response of each attempt. */
export default function RecordDrawer({ appKey, id, heldWhy, onResent, onClosed }: RecordDrawerProps) {
  const t = useTexts(recordTexts);
  const language = useLanguage();
  const [open, setOpen] = useState(true);
  const {
    data: record,
    error,
    refresh,
  } = useRead(() => api.webhook.record({ params: { appKey, id } }, { skipErrorHandler: true }), {
    refreshDeps: [id],
    onError: () => {},
  });
  const isWaiting = record?.status === 'pending';
  const isPaused = record?.status === 'paused';
  const waitsWhy = heldWhy ?? (isPaused ? t.pausedWhy : undefined);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(refresh, WATCH_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, refresh]);

  const besideVirtual = useBesideVirtual(open);
  const close = () => beforeLeaving(() => setOpen(false));

  async function resend() {
    await api.webhook.resend({ params: { appKey, id } });
    if (isWaiting && record.attempts.length === 0) toast.warning(t.nothingQueued);
    else toast.success(t.resent);
    refresh();
    onResent();
  }

  return (
    <Drawer
      title={<h2>{record ? [record.type, record.name].filter(Boolean).join(' ') : t.title}</h2>}
      open={open}
      size={720}
      {...besideVirtual}
      extra={
        (record || !error) && (
          <Button type="primary" disabled={!record || waitsWhy !== undefined} title={waitsWhy ?? t.resendWhy} onClick={resend}>
            {t.resend}
          </Button>
        )
      }
      onClose={close}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
    >
      {error && !record ? (
        (error as RequestFailure).code === ErrorCode.notFound ? (
          <StatusPage scene="missing" title={t.missing} action={<Button onClick={close}>{t.close}</Button>}>
            {t.missingWhy}
          </StatusPage>
        ) : (
          <StatusPage scene="offline" title={error.message} role="alert" action={<Button onClick={refresh}>{t.retry}</Button>} />
        )
      ) : record ? (
        <div className="record-details">
          <p className="record-sentence">
            <RecordState record={record} />
            {record.nextAttemptAt && (
              <span className="muted">
                {!record.holdUntil && isQueued(record.nextAttemptAt)
                  ? t.queueWhy
                  : t[record.holdUntil ? 'holdUntil' : 'nextAt'](exactTime(Date.parse(record.nextAttemptAt), language, true))}
              </span>
            )}
            {record.sendingSince && <span className="muted">{t.untilAnswer}</span>}
            {waitsWhy && <span className="muted">{isPaused ? t.pausedWhy : waitsWhy}</span>}
          </p>
          <Facts
            of={[
              { name: 'webhook-id', value: <CopyText text={record.id} what="webhook-id" />, wide: true },
              record.sn !== '' && { name: t.sn, value: <span className="code">{record.sn}</span> },
              { name: t.created, value: <RelativeTime at={record.createdAt} /> },
              { name: t.attempts, value: <span className="number">{record.attempts.length}</span> },
            ]}
          />
          <section>
            <h3>{t.attemptsTitle}</h3>
            {record.attempts.length === 0 ? (
              <p className="muted">{record.sendingSince ? t.noAnswerYet : t.noAttempts}</p>
            ) : (
              <ol className="attempts">
                {record.attempts
                  .map((attempt, n) => (
                    <AttemptEntry key={attempt.at} attempt={attempt} nth={n + 1} isLast={n === record.attempts.length - 1} />
                  ))
                  .reverse()}
              </ol>
            )}
          </section>
          <section>
            <h3>{t.payload}</h3>
            <Json value={record.payload} />
          </section>
          <Replay appKey={appKey} id={id} />
        </div>
      ) : (
        <div role="status" aria-label={t.loading} className="record-bones">
          {[44, 90, 180, 160].map((height) => (
            <i key={height} className="bone" style={{ height }} />
          ))}
        </div>
      )}
    </Drawer>
  );
}

function AttemptEntry({ attempt, nth, isLast }: { attempt: Attempt; nth: number; isLast: boolean }) {
  const t = useTexts(recordTexts);
  const hidden = Object.entries(attempt.request.headers).flatMap(([name, value]) => (value === HIDDEN ? [name] : []));
  return (
    <li data-kind={attempt.error === null ? 'good' : 'bad'}>
      <details className="folds" open={isLast}>
        <summary>
          <strong>{t.nth(nth)}</strong>
          <RelativeTime at={attempt.at} />
          <span className="number">{attempt.response?.status ?? t.noAnswer}</span>
          <span className="muted number">{t.ms(attempt.durationMs)}</span>
        </summary>
        {hidden.length > 0 && <small className="muted">{t.curlHidden(hidden.join(', '))}</small>}
        <AttemptView attempt={attempt} />
      </details>
      <CopyText text={curlOf(attempt.request)} what="curl">
        <small>curl</small>
      </CopyText>
      {!isLast && attempt.error !== null && <AttemptVerdict attempt={attempt} />}
    </li>
  );
}
