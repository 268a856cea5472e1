import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { DAY_MS, MINUTE_MS } from '../../contract/duration';
import { clientIdOf } from '../../contract/topics';
import type { Config } from '../config';
import type { Database } from '../db/database';
import { type Configs, openConfigs } from '../device-config/configs';
import type { Nudge } from '../event/nudge';
import { startEventRetention } from '../event/retention';
import { nameSetting } from '../listen';
import type { Sealer } from '../seal';
import type { Outbox } from '../webhook/outbox';
import type { Broker, Gate } from './broker';
import { openCluster } from './cluster';
import { openEmbeddedBroker } from './embedded';
import { openGate } from './gate';
import { type Ingest, openIngest } from './ingest';
import { enforce, sweep } from './sweep';

const SWEEP_EVERY_MS = 3 * MINUTE_MS;

interface Parts {
  config: Config;
  db: Database;
  nudge: Nudge;
  /** Encrypts what a leaked database must not reveal. */
  sealer: Sealer;
  outbox: Outbox;
  log: Logger;
  metrics: Registry;
  now: () => number;
}

/** Everything between the devices and the database. */
export interface Line {
  broker: Broker;
  gate: Gate;
  ingest: Ingest;
  configs: Configs;
  /** Ends a project's connections that are no longer allowed; call it after disabling or deleting. @returns how many are ending */
  enforce(appKey: string): Promise<number>;
  /** Ends a device's connection, if there is one. */
  disconnect(appKey: string, sn: string): Promise<void>;
  /** Compares the stored connection states with the broker, now. */
  sweep(): Promise<void>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** @throws ConfigError if the broker's port cannot be opened */
export async function openLine({ config, db, nudge, sealer, outbox, log, metrics, now }: Parts): Promise<Line> {
  const ingest = openIngest({ db, nudge, outbox, log, metrics });
  const configs = openConfigs({ db, nudge, sealer, log, now, publish: (topic, payload) => broker.publish(topic, payload) });
  const gate = openGate({
    db,
    ingest,
    configs,
    log,
    metrics,
    now,
    unwelcome: (clientId) => void broker.kick(clientId).catch(leaveToSweep),
  });
  const broker: Broker = await openBroker(gate, config, log, now);
  countConnections(broker, metrics);
  const retention = startEventRetention({ db, log, now, keepMs: config.eventDays * DAY_MS });

  const parts = { db, gate, broker, now };
  let sweeping: Promise<void> = Promise.resolve();
  const first = look();
  // States that the previous process left behind are corrected before the first request.
  if (broker.connections() !== undefined) await first;
  const timer = setInterval(look, SWEEP_EVERY_MS).unref();
  function look(): Promise<void> {
    sweeping = sweeping
      .then(() => sweep(parts))
      .catch((error) => log.warn({ err: error }, 'what is online could not be compared with the broker'));
    return sweeping;
  }

  // The change itself is stored, so a new connection is refused; the one that is still open is ended by the next sweep.
  function leaveToSweep(error: unknown) {
    log.warn({ err: error }, 'a connection could not be ended yet');
    return 0;
  }

  return {
    broker,
    gate,
    ingest,
    configs,
    enforce: (appKey) => enforce(parts, appKey).catch(leaveToSweep),
    disconnect: async (appKey, sn) => {
      gate.forget(clientIdOf(appKey, sn));
      await broker.kick(clientIdOf(appKey, sn)).catch(leaveToSweep);
    },
    sweep: look,
    settle: async () => {
      await sweeping;
      await retention.run();
      await configs.settle();
      await ingest.settle();
    },
    close: async () => {
      clearInterval(timer);
      await sweeping;
      await configs.close();
      await broker.close();
      gate.close();
      await retention.close();
      await ingest.settle();
    },
  };
}

async function openBroker(gate: Gate, config: Config, log: Logger, now: () => number): Promise<Broker> {
  const { mqttUrl, emqxApi, emqxSharedKey, host, mqttPort } = config;
  if (mqttUrl) return openCluster(gate, { url: mqttUrl, api: emqxApi, tellsSessions: !!(emqxApi || emqxSharedKey), now, log });
  const embedded = await openEmbeddedBroker(gate, { host, port: mqttPort, now, log }).catch(nameSetting('MQTT_PORT', mqttPort));
  // Settings name the port that was given.
  if (mqttPort === 0) config.mqttPort = embedded.port;
  return embedded;
}

function countConnections(broker: Broker, metrics: Registry) {
  if (broker.connections() === undefined) return;
  new Gauge({
    name: 'mqtt_connections',
    help: 'Devices connected to this process',
    registers: [metrics],
    collect() {
      this.set(broker.connections() ?? 0);
    },
  });
}
