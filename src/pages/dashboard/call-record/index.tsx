import { Link, useParams } from '@umijs/max';
import { useUpdate } from 'ahooks';
import { Button } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { FailedRead } from '@/components/FailedRead';
import { LastAnswer } from '@/components/LastAnswer';
import { lazyDialog, lazyPart } from '@/components/lazy-part';
import { NothingFound } from '@/components/NothingFound';
import { StatusPage } from '@/components/StatusPage';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { isAt } from '@/utils/is-at';
import { TABLE_NEEDS, useNarrow } from '@/utils/useNarrow';
import '@/components/parts.css';
import './call-record.css';
import { RecordActions } from './RecordActions';
import { RecordCards } from './RecordCards';
import { RecordFilters } from './RecordFilters';
import { useHeld } from './useHeld';
import { useRecordQuery } from './useRecordQuery';
import { useRecords } from './useRecords';
import { useResend } from './useResend';

// Lazy: chart and table need libraries of their own, and the details are needed only once opened.
const RecordChart = lazyPart(() => import('./RecordChart'));
const RecordTable = lazyPart(() => import('./RecordTable'));
const RecordDrawer = lazyDialog(() => import('./RecordDrawer'));
const CallbackHeld = lazyPart(() => import('./CallbackHeld'));

export default function CallRecordPage() {
  const { appKey = '' } = useParams();
  const t = useTexts(recordTexts);
  const isNarrow = useNarrow(TABLE_NEEDS);
  const query = useRecordQuery();
  // A selection is only valid with the filter under which it was made.
  const of = JSON.stringify(query.filter);
  const [chosen, setChosen] = useState<{ of: string; ids: string[] }>();
  const selected = chosen?.of === of ? chosen.ids : [];
  const setSelected = (ids: string[]) => setChosen({ of, ids });
  const rows = useRef<HTMLDivElement>(null);
  const isChosen = selected.length > 0 || query.record !== undefined;
  const isAtRows = () => isChosen || isAt(rows.current);
  const look = useUpdate();
  // Deferred, since the new place of the pointer or focus is only known after the event.
  const lookSoon = () => void setTimeout(look);
  const { data, isOld, error, live, news, isBehind, showNewest, refresh } = useRecords(appKey, query, isAtRows);
  const held = useHeld(appKey, news);
  const heldWhy = held?.isProjectOff ? t.heldByProject : held?.isCallbackOff ? t.heldByCallback : undefined;
  const resend = useResend(appKey, (which) => {
    setChosen((now) => now && { ...now, ids: which === 'all' ? [] : now.ids.filter((id) => !which.includes(id)) });
    refresh();
  });
  const selection = { selected, heldWhy, onSelect: setSelected, onResend: resend.some };
  const isEmpty = data?.total === 0 && data.list.length === 0;

  return (
    <div className="record-page">
      <h1 className="sr-only">{t.title}</h1>
      <Suspense>{held && <CallbackHeld appKey={appKey} held={held} />}</Suspense>
      {/* Not while it is the answer to a filter that has just been cleared. */}
      {isEmpty && !query.isFiltered && !isOld ? (
        <StatusPage
          scene="record"
          title={t.emptyTitle}
          action={
            <Link to={`/dashboard/${appKey}/consumer`}>
              <Button type="primary">{t.toSettings}</Button>
            </Link>
          }
        >
          {t.emptyWhy}
        </StatusPage>
      ) : (
        <>
          <Suspense fallback={<div className="record-chart chart-bone" />}>
            <RecordChart appKey={appKey} filter={query.filter} news={news} onChoose={(from, to) => query.look({ from, to })} />
          </Suspense>
          <section className="record-list" aria-label={t.title}>
            <RecordActions
              appKey={appKey}
              filter={query.filter}
              data={data}
              live={live}
              heldWhy={heldWhy}
              onNewest={isBehind ? showNewest : undefined}
              onResendAll={() => resend.askAll(query.filter)}
            />
            <RecordFilters query={query} />
            {/* biome-ignore lint/a11y/noStaticElementInteractions: only notices when pointer or focus leave the rows */}
            <div ref={rows} onPointerLeave={lookSoon} onBlur={lookSoon}>
              <LastAnswer isAwaited={isOld}>
                {!data && error ? (
                  <FailedRead error={error} onRetry={refresh} />
                ) : !data ? (
                  <RecordBones label={t.loading} />
                ) : isEmpty ? (
                  <NothingFound texts={t} onClear={query.clear} />
                ) : isNarrow ? (
                  <RecordCards data={data} query={query} {...selection} />
                ) : (
                  <Suspense fallback={<RecordBones label={t.loading} />}>
                    <RecordTable data={data} query={query} {...selection} />
                  </Suspense>
                )}
              </LastAnswer>
            </div>
          </section>
        </>
      )}
      {resend.dialog}
      <Suspense>
        {query.record && (
          <RecordDrawer key={query.record} appKey={appKey} id={query.record} heldWhy={heldWhy} onResent={refresh} onClosed={query.close} />
        )}
      </Suspense>
    </div>
  );
}

/** Placeholder while rows are loading. */
function RecordBones({ label }: { label: string }) {
  return (
    <div className="record-bones" role="status" aria-label={label}>
      {Array.from({ length: 10 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
        <i key={n} className="bone" />
      ))}
    </div>
  );
}
