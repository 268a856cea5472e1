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

/** Being sent, in the queue, or about to be: within seconds its row may say something else. */
const isMoving = ({ sendingSince, nextAttemptAt }: RecordPage['list'][number]) =>
  sendingSince !== null || (nextAttemptAt !== null && Date.parse(nextAttemptAt) - platformNow() < SOON_MS);

/** Where the first page began when it was read: what is newer moves nothing on the pages that go on from it. */
interface Beginning {
  /** The filter it is of. */
  of: string;
  newest?: string;
  /** How many news there had been. */
  news: number;
}

/**
 * The page of records that the URL asks for. The first page hears of what is new and what changes; on the others, only what is being sent
 * is looked at again: rows would wander off.
 * @param isAtRows whether someone is at the rows: what is new does not come to the first page, either, until nobody is. A record that its
 *   filter no longer fits still leaves, and a test that took long comes in at the time when it began.
 */
export function useRecords(appKey: string, query: RecordQuery, isAtRows: () => boolean) {
  const { filter, current, pageSize } = query;
  const asked = { ...filter, current, pageSize };
  const of = JSON.stringify([appKey, asked]);
  const ofFirst = JSON.stringify([appKey, filter]);
  const heard = useRef(0);
  /** How often the newest were asked for. */
  const asks = useRef(0);
  const { data, isOld, last, error, loading, refresh, refreshed } = useAnswer(() => read(), of);
  useLastPage(loading ? undefined : data, query);
  // Asked when something is heard: what was due in an hour has become due meanwhile.
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

  // What happened while nothing was heard.
  useEffect(() => {
    if (live.state === 'live' && wasLost.current && isFollowed()) refresh();
    wasLost.current = live.state === 'lost';
  }, [live.state, isFollowed, refresh]);

  // Nobody is at the rows any more.
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
    // Until an answer to it is there: another one may overtake it.
    const isAfresh = last?.asks !== asks.current;
    const about = { of, asks: asks.current };
    const beginning = last?.beginning?.of === ofFirst && !isAfresh ? last.beginning : undefined;
    const isStill = current > 1 || isAtRows();
    const newest = isStill ? beginning?.newest : undefined;
    const news = heard.current;
    // What is looked at is asked for again without being told to: nobody needs to hear that it failed.
    const quietly = { skipErrorHandler: last?.of === of };
    const ask = (what: RecordListQuery) => api.webhook.records({ params: { appKey }, query: what }, quietly);
    const [answer, newer] = await Promise.all([
      ask({ ...asked, to: newest ?? filter.to }),
      current === 1 && newest ? ask({ ...filter, from: justAfter(newest), pageSize: 1 }) : undefined,
    ]);
    // Somebody has come to the rows meanwhile: those that are there stay.
    if (!isStill && beginning?.newest && isAtRows()) return read();
    const hasNewer = newer !== undefined && newer.list.length > 0;
    if (current > 1 || hasNewer) return { ...answer, ...about, hasNewer, beginning };
    return { ...answer, ...about, hasNewer, beginning: { of: ofFirst, newest: newest ?? answer.list[0]?.createdAt, news } };
  }

  /** The newest are shown, wherever one is. */
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
    /** There is something newer than the first page began with; on the pages after it, or something of it changed. */
    isBehind: current === 1 ? data?.hasNewer === true : news > known,
    showNewest,
    isOld,
    refresh: refreshed,
  };
}
