import { type DeviceEvent, type EventType, isProblem } from '@contract/event';
import { useMemoizedFn } from 'ahooks';
import { type RefObject, useState } from 'react';
import { z } from 'zod';
import { api } from '@/services/api';
import { useCursorList } from '@/utils/useCursorList';
import { filterOf, useUrlQuery } from '@/utils/useUrlQuery';

const PAGE = 20;
/** Beyond this number of live entries, the first page is read again, to save memory: nobody scrolls through them. */
const LIVE_AT_MOST = 300;

type Kind = 'connections' | 'telemetry' | 'events' | 'changesOfDevice' | 'problems';

interface OfKind {
  types?: EventType[];
  problem?: 'true';
}

/** Filters by kind. */
const KINDS: Record<Kind, OfKind> = {
  connections: {
    types: ['device.online', 'device.offline', 'device.refused', 'device.subscription.refused', 'device.depth.watched'],
  },
  telemetry: { types: ['device.telemetry'] },
  events: { types: ['device.event'] },
  // A report of versions follows an upgrade.
  changesOfDevice: {
    types: ['device.config.applied', 'device.config.rejected', 'device.upgrade.succeeded', 'device.upgrade.failed', 'device.status'],
  },
  problems: { problem: 'true' },
};

const ALL: OfKind = {};
export const kinds = Object.keys(KINDS) as Kind[];

const Time = z.iso.datetime({ offset: true }).optional();
/** As the URL has it, while a device is open. */
const TimelineFilter = z.object({ events: z.enum(kinds).optional(), from: Time, to: Time });
type TimelineFilter = z.infer<typeof TimelineFilter>;

/** Events that arrived while the list is paused or scrolled away. */
interface Held {
  count: number;
  events: DeviceEvent[];
}

const NONE: Held = { count: 0, events: [] };

/** A device's events, newest first: older ones on scrolling, new ones live. @param scroller scrolls @param top start of the list */
export function useTimeline(appKey: string, sn: string, scroller: RefObject<HTMLElement | null>, top: RefObject<HTMLElement | null>) {
  const { query, change } = useUrlQuery();
  const filter = filterOf(TimelineFilter, query);
  const [isPaused, setPaused] = useState(false);
  const [fresh, setFresh] = useState<DeviceEvent[]>([]);
  const [held, setHeld] = useState(NONE);

  const { list: read, reload, ...rest } = useCursorList(page, { scroller, filter: [JSON.stringify(filter)] });
  const newest = read?.[0]?.id ?? 0;
  const list = read && [...fresh.filter((event) => event.id > newest && fits(event, filter)), ...read];

  function page(cursor?: number) {
    const { events, from, to } = filter;
    const { types, problem } = events ? KINDS[events] : ALL;
    const query = { limit: PAGE, cursor, type: types?.join(','), problem, from, to };
    return api.event.list({ params: { appKey, sn }, query }, { skipErrorHandler: true });
  }

  const isAway = () =>
    !!scroller.current && !!top.current && top.current.getBoundingClientRect().top < scroller.current.getBoundingClientRect().top;

  const hear = useMemoizedFn((event: DeviceEvent) => {
    if (!fits(event, filter)) return;
    if (isPaused || isAway()) return setHeld((so) => holding(so, event));
    if (fresh.length >= LIVE_AT_MOST) return again();
    setFresh((events) => [event, ...events]);
  });

  function again() {
    setFresh([]);
    setHeld(NONE);
    reload();
  }

  function choose(changes: TimelineFilter) {
    setFresh([]);
    setHeld(NONE);
    // Back closes the device, whatever was looked for.
    change(changes, { replace: true });
  }

  /** Resumes the live list, with the events held back. */
  function resume() {
    setPaused(false);
    if (held.count > LIVE_AT_MOST) return again();
    setFresh((events) => [...held.events, ...events]);
    setHeld(NONE);
  }

  return {
    list,
    /** Newest event of the first page, after which the stream begins; undefined until read. */
    after: read ? newest : undefined,
    ...rest,
    filter,
    choose,
    isPaused,
    pause: () => setPaused(true),
    resume,
    held: held.count,
    hear,
    again,
  };
}

export type TimelineState = ReturnType<typeof useTimeline>;

/** Adds one. Beyond what is shown live they are only counted: the list is then read anew. */
const holding = ({ count, events }: Held, event: DeviceEvent): Held => ({
  count: count + 1,
  events: count < LIVE_AT_MOST ? [event, ...events] : [],
});

function fits(event: DeviceEvent, { events, from, to }: TimelineFilter): boolean {
  const { types, problem } = events ? KINDS[events] : ALL;
  const at = Date.parse(event.ts);
  const isOfKind = (!types || types.includes(event.type)) && (!problem || isProblem(event));
  return isOfKind && !(from && at < Date.parse(from)) && !(to && at > Date.parse(to));
}
