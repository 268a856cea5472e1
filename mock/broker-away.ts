import type { Broker, DepthHeard, Gate } from '../server/broker/broker';
import { BusinessError } from '../server/errors';
import type { Platform } from '../server/platform';

/**
 * Makes a platform's broker one that can be away: while it is, whoever talks to it is refused, what devices say is not heard, and pages are
 * told. @returns the switch
 */
export function brokerSwitch({ broker, gate, sweep }: Pick<Platform, 'broker' | 'gate' | 'sweep'>): (isAway: boolean) => void {
  const { isReachable, onReachable } = broker;
  const listeners = new Set<() => void>();
  let isAway = false;

  const reached = <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    (async (...asked) => {
      if (isAway) throw new BusinessError('brokerUnavailable');
      return ask(...asked);
    }) as typeof ask;

  const heard = <News>(hear: (news: News) => Promise<void>) =>
    (async (news) => {
      if (!isAway) await hear(news);
    }) as typeof hear;
  Object.assign(gate, {
    received: heard(gate.received),
    connected: heard(gate.connected),
    disconnected: heard(gate.disconnected),
  } satisfies Partial<Gate>);

  const { watchDepth } = broker;
  const seen = ({ frame, state }: DepthHeard): DepthHeard => ({
    frame: (payload) => !isAway && frame(payload),
    state: (payload) => !isAway && state(payload),
  });

  Object.assign(broker, {
    isReachable: () => !isAway && isReachable(),
    onReachable: (listener) => {
      const stop = onReachable(listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    publish: reached(broker.publish),
    client: reached(broker.client),
    liveClients: reached(broker.liveClients),
    kick: reached(broker.kick),
    watchDepth: (appKey, sn, by) => watchDepth(appKey, sn, seen(by)),
  } satisfies Partial<Broker>);

  return (now) => {
    if (now === isAway) return;
    isAway = now;
    for (const listener of listeners) listener();
    // Who came or went meanwhile is found out as after a real outage.
    if (!isAway) void sweep();
  };
}
