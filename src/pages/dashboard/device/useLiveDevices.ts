import type { Device, DeviceCounts } from '@contract/device';
import type { StreamMessage } from '@contract/event';
import { useInterval, useMemoizedFn, useThrottleFn, useUpdate } from 'ahooks';
import { useEffect, useRef, useState } from 'react';
import { type Live, useLive } from '@/services/live';
import { type DeviceList, type DeviceQuery, useDevices } from './useDevices';

/** How often data is read that the stream does not have (last seen, names, tags) … */
const PEEK_EVERY_MS = 20_000;
/** … and how often at most because of stream messages about devices that are not on the page. */
const PEEK_AT_MOST_EVERY_MS = 2000;

type News = Omit<Extract<StreamMessage, { type: 'device' }>, 'type'> & { at: number };

export interface LiveDevices {
  live: Live;
  isBrokerAway: boolean;
  /** The page as it was read, with later changes in place: rows do not appear, disappear or move by themselves. */
  data?: DeviceList;
  /** Why the page could not be read. */
  error?: Error;
  /** The page is of an earlier query. */
  isOld: boolean;
  /** Reads the page again, without reporting failures. @returns undefined on a failure */
  refresh: () => Promise<DeviceList | undefined>;
  /** Reads the page again, and reports failures. */
  renew: () => Promise<void>;
  /** SNs of rows whose state has changed since the page was read. */
  restless: ReadonlySet<string>;
  /** SNs of rows that no longer match the filter. */
  leaving: ReadonlySet<string>;
  /** How many rows would appear or disappear if the page was read again. */
  changes: number;
}

/** The page of devices that the URL selects, kept current while it is open. */
export function useLiveDevices(appKey: string, query: DeviceQuery): LiveDevices {
  const { data: read, isOld, error, refresh, renew, peek } = useDevices(appKey, query);
  const [peeked, setPeeked] = useState<DeviceList>();
  const [isBrokerAway, setBrokerAway] = useState(false);
  const news = useRef(new Map<string, News>());
  const counts = useRef<{ at: number; counts: DeviceCounts }>(undefined);
  const redraw = useUpdate();

  const look = useMemoizedFn(async () => {
    if (read && !document.hidden && live.state === 'live') setPeeked(await peek());
  });
  const { run: lookSoon } = useThrottleFn(look, { wait: PEEK_AT_MOST_EVERY_MS, leading: false });
  useInterval(look, PEEK_EVERY_MS);

  const live = useLive({
    appKey,
    onMessage: (message) => {
      if (message.type === 'device') {
        news.current.set(message.sn, { ...message, at: Date.now() });
        lookSoon();
      } else if (message.type === 'counts') {
        counts.current = { at: Date.now(), counts: message.counts };
        if (read?.counts.all === 0 && message.counts.all > 0) void refresh();
        // The stream has only counts for added, deleted, enabled or disabled devices, so the page is looked up.
        else if (read) lookSoon();
      } else if (message.type === 'broker') setBrokerAway(!message.reachable);
      else if (message.type === 'reset') void refresh();
      redraw();
    },
  });

  // An empty page is filled at once: there are no rows that could move.
  const isFilled = read?.list.length === 0 && peeked?.of === read.of && peeked.askedAt > read.askedAt && peeked.list.length > 0;
  useEffect(() => {
    if (isFilled) void refresh();
  }, [isFilled, refresh]);

  // A failed read is repeated once the platform is back.
  const readAgain = useMemoizedFn(() => error && refresh());
  useEffect(() => {
    if (live.state === 'live') void readAgain();
  }, [live.state, readAgain]);

  const stream = { live, isBrokerAway, error, isOld, refresh, renew };
  if (!read) return { ...stream, restless: new Set(), leaving: new Set(), changes: 0 };

  const latest = peeked && peeked.of === read.of && peeked.askedAt > read.askedAt ? peeked : read;
  for (const [sn, { at }] of news.current) if (at < read.askedAt) news.current.delete(sn);
  const inLatest = new Map(latest.list.map((device) => [device.sn, device]));
  const list = read.list.map((device) => {
    const again = inLatest.get(device.sn);
    return withNews(again ?? device, again ? latest.askedAt : read.askedAt, news.current.get(device.sn));
  });
  const shown = new Set(list.map(({ sn }) => sn));
  // Rows of an earlier filter are replaced by the next answer anyway.
  const state = isOld ? undefined : query.filter.state;
  const leaving = new Set(list.filter((device) => state && device.state !== state).map(({ sn }) => sn));
  const coming = latest.list.filter(({ sn }) => !shown.has(sn)).length;
  const gone = list.filter(({ sn }) => leaving.has(sn) || !inLatest.has(sn)).length;

  return {
    ...stream,
    data: { ...read, list, counts: counts.current && counts.current.at >= latest.askedAt ? counts.current.counts : latest.counts },
    restless: new Set(list.filter(({ sn }) => news.current.has(sn)).map(({ sn }) => sn)),
    leaving,
    changes: Math.max(coming, gone),
  };
}

/** A device as it was read, with stream messages received since the request. */
function withNews(device: Device, askedAt: number, heard?: News): Device {
  if (!heard || heard.at < askedAt) return device;
  const { state, stateSince, address, packetName, packetVersion, lastSeenAt } = heard;
  return { ...device, state, stateSince, address, packetName, packetVersion, lastSeenAt };
}
