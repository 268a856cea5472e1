import type { DeviceState } from '../../contract/device';
import type { Reason } from '../../contract/event';

/** The stored connection state of a device. A session is identified by its start time. */
export interface Connection {
  state: DeviceState;
  /** Start of the newest known session, milliseconds since the epoch; 0: there was none. */
  connectedAt: number;
  /** Has that session ended? */
  ended: boolean;
}

/** A report about a device's connection. Reports arrive late, twice, out of order, or not at all. */
export type ConnectionNews =
  | { kind: 'connected'; connectedAt: number }
  | { kind: 'disconnected'; connectedAt?: number; at: number; reason: Reason }
  /** The broker was asked and there is no such connection. */
  | { kind: 'absent'; asked: number; reason: Reason };

/**
 * Merges a report into the stored state, so that the order of arrival does not matter (device-protocol.md, Truthful online state).
 * @returns the new state, or undefined if the report changes nothing
 */
export function merge(known: Connection, news: ConnectionNews): Connection | undefined {
  const session = sessionAfter(known, news);
  if (!session) return undefined;
  // A disabled device stays disabled while its connection is being closed.
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
  // A newer session of the same device replaced this one, and is reported on its own.
  if (news.reason === 'takenover' || news.reason === 'discarded') return undefined;
  if (news.connectedAt === undefined) return !ended && connectedAt <= news.at ? { connectedAt, ended: true } : undefined;
  if (news.connectedAt < connectedAt) return undefined;
  // The end of a session may arrive before its beginning: it is stored as ended.
  return news.connectedAt > connectedAt || !ended ? { connectedAt: news.connectedAt, ended: true } : undefined;
}
