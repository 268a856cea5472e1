import { useMemoizedFn } from 'ahooks';
import { useEffect, useRef, useState } from 'react';
import { api } from '@/services/api';
import { useLive } from '@/services/live';
import { platformNow } from '@/utils/platform-clock';
import { useAnswer } from '@/utils/useAnswer';
import { useLastPage } from '@/utils/useLastPage';
import type { RecordQuery } from './useRecordQuery';

const SOON_MS = 30_000;

type RecordListQuery = Parameters<typeof api.webhook.records>[0]['query'];
export type RecordPage = Awaited<ReturnType<typeof api.webhook.records>>;

const justAfter = (time: string) => new Date(Date.parse(time) + 1).toISOString();

/** Is it being sent, queued, or almost due, so that its row will change within seconds? */
const isMoving = ({ sendingSince, nextAttemptAt }: RecordPage['list'][number]) =>
  sendingSince !== null || (nextAttemptAt !== null && Date.parse(nextAttemptAt) - platformNow() < SOON_MS);

/** The start of the first page when it was read: later pages count from there, so that new records do not shift them. */
interface Beginning {
  /** Identifies its filter. */
  of: string;
  newest?: string;
  /** The number of news received before. */
  news: number;
}

/**
 * The page of records that the URL selects. The first page follows new and changed records; other pages are only refreshed for records
 * being sent, because rows would shift.
 * @param isAtRows is the user at the rows? Meanwhile new records do not enter the first page, either. Records that the filter no longer
 *   matches still leave, and a slow test appears at the time when it began.
 */
export function useRecords(appKey: string, query: RecordQuery, isAtRows: () => boolean) {
  const { filter, current, pageSize } = query;
  const asked = { ...filter, current, pageSize };
  const of = JSON.stringify([appKey, asked]);
  const ofFirst = JSON.stringify([appKey, filter]);
  const heard = useRef(0);
  /** How often the user asked for the newest records. */
  const asks = useRef(0);
  const { data, isOld, last, error, loading, refresh, refreshed } = useAnswer(() => read(), of);
  useLastPage(loading ? undefined : data, query);
  // Evaluated on each message, since records become due meanwhile.
  const isFollowed = useMemoizedFn(() => current === 1 || (data?.list.some(isMoving) ?? false));
  const [news, setNews] = useState(0);
  const live = useLive({
    appKey,
    onMessage: async ({ type }, isCaughtUp) => {
      if (type !== 'callbacks' && type !== 'reset') return;
      const isNone = type === 'callbacks' && isCaughtUp && current > 1 && !(await isThereNewer());
      if (!isNone) {
        heard.current += 1;
        setNews(heard.current);
      }
      if (isFollowed()) refresh();
    },
  });
  const wasLost = useRef(false);

  // Catches up after the stream was lost.
  useEffect(() => {
    if (live.state === 'live' && wasLost.current && isFollowed()) refresh();
    wasLost.current = live.state === 'lost';
  }, [live.state, isFollowed, refresh]);

  // New records were held back until the user left the rows.
  const isReleased = current === 1 && data?.hasNewer === true && !isAtRows();
  useEffect(() => {
    if (isReleased) refresh();
  }, [isReleased, refresh]);

  async function isThereNewer(): Promise<boolean> {
    const newest = data?.beginning?.of === ofFirst ? data.beginning.newest : undefined;
    if (!newest) return false;
    const query = { ...filter, from: justAfter(newest), pageSize: 1 };
    const asking = api.webhook.records({ params: { appKey }, query }, { skipErrorHandler: true });
    return asking.then(
      ({ list }) => list.length > 0,
      () => false,
    );
  }

  async function read(): Promise<RecordPage & { of: string; hasNewer: boolean; asks: number; beginning?: Beginning }> {
    // Stays true until this request for the newest is answered, since an earlier answer may arrive first.
    const isAfresh = last?.asks !== asks.current;
    const about = { of, asks: asks.current };
    const beginning = last?.beginning?.of === ofFirst && !isAfresh ? last.beginning : undefined;
    const isStill = current > 1 || isAtRows();
    const newest = isStill ? beginning?.newest : undefined;
    const news = heard.current;
    // Refreshes of the shown page are automatic, so their failures are not reported.
    const quietly = { skipErrorHandler: last?.of === of };
    const ask = (what: RecordListQuery) => api.webhook.records({ params: { appKey }, query: what }, quietly);
    const [answer, newer] = await Promise.all([
      ask({ ...asked, to: newest ?? filter.to }),
      current === 1 && newest ? ask({ ...filter, from: justAfter(newest), pageSize: 1 }) : undefined,
    ]);
    // The user has come to the rows during the read: keep them.
    if (!isStill && beginning?.newest && isAtRows()) return read();
    const hasNewer = newer !== undefined && newer.list.length > 0;
    if (current > 1 || hasNewer) return { ...answer, ...about, hasNewer, beginning };
    return { ...answer, ...about, hasNewer, beginning: { of: ofFirst, newest: newest ?? answer.list[0]?.createdAt, news } };
  }

  /** Shows the newest records, from any page. */
  function showNewest() {
    asks.current += 1;
    if (current === 1) refresh();
    else query.turn(1, query.pageSize);
  }

  const known = data?.beginning?.of === ofFirst ? data.beginning.news : 0;
  return {
    data,
    error,
    live,
    news,
    /** Are there records newer than the first page's start? On later pages also if records changed. */
    isBehind: current === 1 ? data?.hasNewer === true : news > known,
    showNewest,
    isOld,
    refresh: refreshed,
  };
}
