import type { Device, DeviceCounts } from '@contract/device';
import type { StreamMessage } from '@contract/event';
import { useInterval, useMemoizedFn, useThrottleFn, useUpdate } from 'ahooks';
import { useEffect, useRef, useState } from 'react';
import { type Live, useLive } from '@/services/live';
import { type DeviceList, type DeviceQuery, useDevices } from './useDevices';

/** What the stream does not tell (last seen, names, tags) is looked up this often … */
const PEEK_EVERY_MS = 20_000;
/** … and after it told of a device that is not on the page, but not more often than this. */
const PEEK_AT_MOST_EVERY_MS = 2000;

type News = Omit<Extract<StreamMessage, { type: 'device' }>, 'type'> & { at: number };

export interface LiveDevices {
  live: Live;
  isBrokerAway: boolean;
  /** The page as it was read, with what changed since in place: no row comes, goes or moves by itself. */
  data?: DeviceList;
  /** Why it could not be read. */
  error?: Error;
  /** The page answers what was asked before. */
  isOld: boolean;
  /** Reads the page again; that it cannot be read is not told. @returns nothing then */
  refresh: () => Promise<DeviceList | undefined>;
  /** The same, and it is told. */
  renew: () => Promise<void>;
  /** SNs of rows whose state has changed since the page was read. */
  restless: ReadonlySet<string>;
  /** SNs of rows that the filter no longer fits. */
  leaving: ReadonlySet<string>;
  /** How many rows would come or go if the page was read again. */
  changes: number;
}

/** The page of devices that the URL asks for, true for as long as one looks at it. */
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
        // Devices that are added, deleted, enabled or disabled are only counted.
        else if (read) lookSoon();
      } else if (message.type === 'broker') setBrokerAway(!message.reachable);
      else if (message.type === 'reset') void refresh();
      redraw();
    },
  });

  // Where there are no rows, none moves.
  const isFilled = read?.list.length === 0 && peeked?.of === read.of && peeked.askedAt > read.askedAt && peeked.list.length > 0;
  useEffect(() => {
    if (isFilled) void refresh();
  }, [isFilled, refresh]);

  // What could not be read while the platform was away is read when it is back.
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
  // Rows that were asked for with another filter leave with the answer to this one.
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

/** A device as it was read, with what was heard after it was asked for. */
function withNews(device: Device, askedAt: number, heard?: News): Device {
  if (!heard || heard.at < askedAt) return device;
  const { state, stateSince, address, packetName, packetVersion, lastSeenAt } = heard;
  return { ...device, state, stateSince, address, packetName, packetVersion, lastSeenAt };
}
