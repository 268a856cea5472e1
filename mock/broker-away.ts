import type { Broker, DepthHeard, Gate } from '../server/broker/broker';
import { BusinessError } from '../server/errors';
import type { Platform } from '../server/platform';

/**
 * Makes the broker of a platform switchable: while it is away, calls to it fail, messages of devices are dropped, and listeners are
 * notified. @returns the switch
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
    // As after a real outage, `sweep` finds the devices that connected or disconnected meanwhile.
    if (!isAway) void sweep();
  };
}
