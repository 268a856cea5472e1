import type { Logger } from 'pino';
import { clientIdOf, parseClientId } from '../../contract/topics';
import type { Database } from '../db/database';
import type { Broker, Gate, LiveClient } from './broker';
import { admittedSns, onlineDevicesAfter } from './queries';

interface Parts {
  db: Database;
  gate: Gate;
  broker: Broker;
  log: Logger;
  now: () => number;
}

const CHUNK = 500;

/** Compares every device that is shown online with the broker, and every connection with what is shown: what no event told is found here. */
export async function sweep({ db, gate, broker, now }: Parts): Promise<void> {
  const asked = now();
  const live = await broker.liveClients();
  if (!live) return;
  const connectedAt = new Map(live.map(({ clientId, connectedAt: since }) => [clientId, since]));

  for (let after = 0; ; ) {
    const shown = await onlineDevicesAfter(db, after, CHUNK);
    await Promise.all(
      shown.map(({ appKey, sn }) => {
        const clientId = clientIdOf(appKey, sn);
        const isLive = connectedAt.has(clientId);
        const since = connectedAt.get(clientId);
        connectedAt.delete(clientId);
        return isLive ? undefined : gate.witnessed({ clientId, connectedAt: since, asked, reason: broker.unseenEnd });
      }),
    );
    const last = shown.at(-1);
    if (!last) break;
    after = last.deviceId;
  }
  // What is left is connected and not shown so.
  for (const [clientId, since] of connectedAt)
    await gate.witnessed({ clientId, connectedAt: since ?? asked, asked, reason: broker.unseenEnd });
}

/** Ends the connections of a project that may no longer be: of devices or projects that were disabled or deleted. */
export async function enforce({ db, broker }: Pick<Parts, 'db' | 'broker'>, appKey: string): Promise<void> {
  await endUnwelcome({ db, broker }, appKey, (await broker.liveClients(appKey)) ?? []);
}

async function endUnwelcome({ db, broker }: Pick<Parts, 'db' | 'broker'>, appKey: string, live: LiveClient[]) {
  for (let from = 0; from < live.length; from += CHUNK) {
    const sns = live.slice(from, from + CHUNK).flatMap(({ clientId }) => parseClientId(clientId)?.sn ?? []);
    const admitted = await admittedSns(db, appKey, sns);
    await Promise.all(sns.filter((sn) => !admitted.has(sn)).map((sn) => broker.kick(clientIdOf(appKey, sn))));
  }
}
