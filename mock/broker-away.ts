import type { Broker } from '../server/broker/broker';
import { BusinessError } from '../server/errors';

/** Makes a broker one that can be away: while it is, whoever talks to it is refused, and pages hear of it. @returns the switch */
export function brokerSwitch(broker: Broker): (isAway: boolean) => void {
  const { isReachable, onReachable } = broker;
  const listeners = new Set<() => void>();
  let isAway = false;

  const reached = <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    (async (...asked) => {
      if (isAway) throw new BusinessError('brokerUnavailable');
      return ask(...asked);
    }) as typeof ask;

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
  } satisfies Partial<Broker>);

  return (now) => {
    if (now === isAway) return;
    isAway = now;
    for (const listener of listeners) listener();
  };
}
