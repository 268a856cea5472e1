import { clientIdOf, parseClientId } from '../../contract/topics';
import type { Database } from '../db/database';
import type { Broker, Gate, LiveClient } from './broker';
import { millisecondsOf } from './emqx-api';
import { atMost } from './parallel';
import { admittedSns, onlineDevicesAfter } from './queries';

interface Parts {
  db: Database;
  gate: Gate;
  broker: Broker;
  now: () => number;
}

const CHUNK = 500;
/** Concurrent requests to the broker about single clients. */
const ASKED_AT_ONCE = 16;

/**
 * Compares every device stored as online with the broker, and every connection with the stored state and with what is allowed: finds
 * changes that no event reported.
 */
export async function sweep({ db, gate, broker, now }: Parts): Promise<void> {
  const asked = now();
  const live = await broker.liveClients();
  if (!live) return;
  const inTurn = atMost(ASKED_AT_ONCE);
  const unshown = new Map(live.map(({ clientId, connectedAt }) => [clientId, connectedAt]));

  for (let after = 0; ; ) {
    const shown = await onlineDevicesAfter(db, after, CHUNK);
    const missing = shown.map(({ appKey, sn }) => clientIdOf(appKey, sn)).filter((clientId) => !unshown.delete(clientId));
    await Promise.all(missing.map((clientId) => inTurn(() => askAbout({ gate, broker, now }, clientId))));
    const last = shown.at(-1);
    if (!last) break;
    after = last.deviceId;
  }
  await Promise.all(
    [...unshown].map(([clientId, connectedAt = asked]) => gate.witnessed({ clientId, connectedAt, asked, reason: broker.unseenEnd })),
  );
  await endUnwelcome({ db, broker }, live);
}

/** Asks the broker about one client, and stores the answer. @throws BusinessError brokerUnavailable */
export async function askAbout({ gate, broker, now }: Omit<Parts, 'db'>, clientId: string): Promise<void> {
  const asked = now();
  const client = await broker.client(clientId);
  const connectedAt = client && (millisecondsOf(client.connected_at) ?? asked);
  await gate.witnessed({ clientId, connectedAt, asked, reason: broker.unseenEnd });
}

/** Ends a project's connections that are no longer allowed: device or project disabled or deleted. @returns how many */
export async function enforce({ db, broker }: Pick<Parts, 'db' | 'broker'>, appKey: string): Promise<number> {
  return endUnwelcome({ db, broker }, (await broker.liveClients(appKey)) ?? []);
}

async function endUnwelcome({ db, broker }: Pick<Parts, 'db' | 'broker'>, live: LiveClient[]): Promise<number> {
  let ended = 0;
  const inTurn = atMost(ASKED_AT_ONCE);
  const byProject = new Map<string, string[]>();
  for (const { clientId } of live) {
    const { appKey, sn } = parseClientId(clientId) ?? {};
    if (!appKey || !sn) continue;
    const sns = byProject.get(appKey);
    if (sns) sns.push(sn);
    else byProject.set(appKey, [sn]);
  }
  for (const [appKey, sns] of byProject) {
    for (let from = 0; from < sns.length; from += CHUNK) {
      const some = sns.slice(from, from + CHUNK);
      const admitted = await admittedSns(db, appKey, some);
      const unwelcome = some.filter((sn) => !admitted.has(sn));
      await Promise.all(unwelcome.map((sn) => inTurn(() => broker.kick(clientIdOf(appKey, sn)))));
      ended += unwelcome.length;
    }
  }
  return ended;
}
