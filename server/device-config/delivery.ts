import type { Logger } from 'pino';
import { type ConfigDesired, downTopic } from '../../contract/topics';
import type { DeviceIdentity } from '../broker/entry';
import type { Database } from '../db/database';
import type { Sealer } from '../seal';
import { behind, readConfig, readConfigs, type Stored } from './queries';
import { wholeOf } from './twin';

/** A device, as messages to it are addressed. */
interface Addressee extends DeviceIdentity {
  appKey: string;
}

/** Brings what is wanted to the devices. Nothing is retained: a device that was away is sent it when it comes, or asks. */
export interface Delivery {
  /** Sends a device its configuration; a device that is away hears of it later. */
  push(device: Addressee, stored: Stored): void;
  /** A device has connected. One that neither asks nor reports is sent what it lacks after a moment. */
  connected(device: Addressee): void;
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  db: Database;
  sealer: Sealer;
  log: Logger;
  /** @throws when the broker cannot be reached */
  publish: (topic: string, payload: ConfigDesired) => Promise<void>;
}

/** Time for a device that has connected to subscribe, to ask and to report. */
const AFTER_CONNECT_MS = 2000;
/** Devices that connected meanwhile are looked at together; their configurations are held in memory at a time. */
const AT_ONCE = 100;

export function openDelivery({ db, sealer, log, publish }: Parts): Delivery {
  let arrived = new Map<number, Addressee>();
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();

  // Nobody waits for it: the broker's answer comes over a connection that may be waiting for the one who asks.
  function send({ appKey, sn }: Addressee, { version, state, secrets }: Stored) {
    const desired = { version, state: wholeOf(state, secrets) };
    publish(downTopic(appKey, sn, 'config/desired'), desired).catch((error) =>
      log.warn({ err: error, sn }, 'a configuration could not be sent yet'),
    );
  }

  function look() {
    clearTimeout(timer);
    timer = undefined;
    const devices = [...arrived.values()];
    arrived = new Map();
    work = work
      .then(async () => {
        for (let from = 0; from < devices.length; from += AT_ONCE) await sendMissing(devices.slice(from, from + AT_ONCE));
      })
      .catch((error) => log.warn({ err: error }, 'devices that connected could not be sent their configurations'));
    return work;
  }

  async function sendMissing(devices: Addressee[]) {
    const ids = await behind(
      db,
      devices.map(({ deviceId }) => deviceId),
    );
    const lacking = devices.filter(({ deviceId }) => ids.has(deviceId));
    const configs = await readConfigs(
      db,
      lacking.map(({ deviceId }) => deviceId),
      sealer,
    ).catch(() => undefined);
    if (!configs) return sendEach(lacking);
    for (const [n, device] of lacking.entries()) send(device, configs[n] as Stored);
  }

  /** One by one, because a configuration among them cannot be read: its secrets were sealed with another key, for example. */
  async function sendEach(devices: Addressee[]) {
    for (const device of devices) {
      try {
        send(device, await readConfig(db, device.deviceId, sealer));
      } catch (error) {
        log.warn({ err: error, sn: device.sn }, 'a configuration could not be read');
      }
    }
  }

  return {
    push: send,
    connected: (device) => {
      arrived.set(device.deviceId, device);
      timer ??= setTimeout(look, AFTER_CONNECT_MS).unref();
    },
    settle: look,
    close: async () => {
      clearTimeout(timer);
      await work;
    },
  };
}
