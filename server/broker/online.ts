import type { DeviceState } from '../../contract/device';
import type { Reason } from '../../contract/event';

/** What is kept of a device's connection. A session is known by the time it began. */
export interface Connection {
  state: DeviceState;
  /** The newest session heard of, milliseconds since the epoch; 0 when there was none. */
  connectedAt: number;
  /** Has that session ended? */
  ended: boolean;
}

/** One piece of news about a device's connection. News comes late, twice, in the wrong order, or not at all. */
export type ConnectionNews =
  | { kind: 'connected'; connectedAt: number }
  | { kind: 'disconnected'; connectedAt?: number; at: number; reason: Reason }
  /** The broker was asked and there is no such connection. */
  | { kind: 'absent'; asked: number; reason: Reason };

/**
 * What is true after a piece of news: a merge, so that the order of arrival does not matter (device-protocol.md, Truthful online state).
 * @returns the connection as it is now, or undefined when the news changes nothing
 */
export function merge(known: Connection, news: ConnectionNews): Connection | undefined {
  const session = sessionAfter(known, news);
  if (!session) return undefined;
  // A disabled device stays disabled whatever its connection does on the way out.
  const state = known.state === 'disabled' ? 'disabled' : session.ended ? 'offline' : 'online';
  return { state, ...session };
}

function sessionAfter({ connectedAt, ended }: Connection, news: ConnectionNews): Omit<Connection, 'state'> | undefined {
  if (news.kind === 'connected') {
    return news.connectedAt > connectedAt ? { connectedAt: news.connectedAt, ended: false } : undefined;
  }
  if (news.kind === 'absent') {
    return !ended && connectedAt <= news.asked ? { connectedAt, ended: true } : undefined;
  }
  // The same device is connected again, by another session: that one speaks for itself.
  if (news.reason === 'takenover' || news.reason === 'discarded') return undefined;
  if (news.connectedAt === undefined) return !ended && connectedAt <= news.at ? { connectedAt, ended: true } : undefined;
  if (news.connectedAt < connectedAt) return undefined;
  // The end of a session may be heard of before its beginning: it is remembered as ended.
  return news.connectedAt > connectedAt || !ended ? { connectedAt: news.connectedAt, ended: true } : undefined;
}
