import { MINUTE_MS } from '../../contract/duration';
import { clientIdOf } from '../../contract/topics';
import type { Database } from '../db/database';
import type { DeviceIdentity } from './entry';
import { deviceOf } from './queries';

/** How long a device's place in the database is remembered. */
const KNOWN_FOR_MS = MINUTE_MS;

/** Which device a client id means, without asking the database for every message. A deleted device's id is never used again. */
export class Identities {
  readonly #known = new Map<string, { device: Promise<DeviceIdentity | undefined>; at: number }>();

  constructor(
    readonly db: Database,
    readonly now: () => number,
  ) {}

  /** @returns undefined when there is no such device */
  find(appKey: string, sn: string): Promise<DeviceIdentity | undefined> {
    const clientId = clientIdOf(appKey, sn);
    const known = this.#known.get(clientId);
    const age = this.now() - (known?.at ?? 0);
    if (known && age >= 0 && age < KNOWN_FOR_MS) return known.device;
    return this.#remember(clientId, this.#ask(clientId, appKey, sn));
  }

  /** Remembers a device that was just read, in place of what was known. */
  found(clientId: string, { deviceId, applicationId, sn }: DeviceIdentity) {
    void this.#remember(clientId, Promise.resolve({ deviceId, applicationId, sn }));
  }

  forget(clientId: string) {
    this.#known.delete(clientId);
  }

  // Messages that come while the database is being asked wait for the same answer, and so keep their order.
  async #ask(clientId: string, appKey: string, sn: string) {
    const row = await deviceOf(this.db, appKey, sn).catch((error) => {
      this.forget(clientId);
      throw error;
    });
    if (!row) this.forget(clientId);
    return row && { deviceId: row.deviceId, applicationId: row.applicationId, sn: row.sn };
  }

  #remember(clientId: string, device: Promise<DeviceIdentity | undefined>) {
    if (this.#known.size > 100_000) this.#known.clear();
    this.#known.set(clientId, { device, at: this.now() });
    return device;
  }
}
