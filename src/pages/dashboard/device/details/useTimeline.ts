import { type DeviceEvent, type EventType, isProblem } from '@contract/event';
import { useMemoizedFn } from 'ahooks';
import { type RefObject, useState } from 'react';
import { api } from '@/services/api';
import { useCursorList } from '@/utils/useCursorList';

const PAGE = 20;
/** Beyond this number of live entries, the first page is read again, to save memory: nobody scrolls through them. */
const LIVE_AT_MOST = 300;

export type Kind = 'all' | 'connections' | 'telemetry' | 'events' | 'changesOfDevice' | 'problems';

/** Filters by kind. */
export const KINDS: Record<Kind, { types?: EventType[]; problem?: 'true' }> = {
  all: {},
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

interface TimelineFilter {
  kind: Kind;
  /** ISO 8601 times. */
  from?: string;
  to?: string;
}

/** Events that arrived while the list is paused or scrolled away. */
interface Held {
  count: number;
  events: DeviceEvent[];
}

const NONE: Held = { count: 0, events: [] };

/** A device's events, newest first: older ones on scrolling, new ones live. @param scroller scrolls @param top start of the list */
export function useTimeline(appKey: string, sn: string, scroller: RefObject<HTMLElement | null>, top: RefObject<HTMLElement | null>) {
  const [filter, setFilter] = useState<TimelineFilter>({ kind: 'all' });
  const [isPaused, setPaused] = useState(false);
  const [fresh, setFresh] = useState<DeviceEvent[]>([]);
  const [held, setHeld] = useState(NONE);

  const { list: read, reload, ...rest } = useCursorList(page, { scroller, filter: [filter] });
  const newest = read?.[0]?.id ?? 0;
  const list = read && [...fresh.filter(({ id }) => id > newest), ...read];

  function page(cursor?: number) {
    const { kind, from, to } = filter;
    const { types, problem } = KINDS[kind];
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

  function choose(changes: Partial<TimelineFilter>) {
    setFresh([]);
    setHeld(NONE);
    setFilter({ ...filter, ...changes });
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

function fits(event: DeviceEvent, { kind, from, to }: TimelineFilter): boolean {
  const { types, problem } = KINDS[kind];
  const at = Date.parse(event.ts);
  const isOfKind = (!types || types.includes(event.type)) && (!problem || isProblem(event));
  return isOfKind && !(from && at < Date.parse(from)) && !(to && at > Date.parse(to));
}
