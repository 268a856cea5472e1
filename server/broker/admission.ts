import { timingSafeEqual } from 'node:crypto';
import { Counter, type Registry } from 'prom-client';
import { MINUTE_MS } from '../../contract/duration';
import type { Reason } from '../../contract/event';
import { clientIdOf, parseClientId } from '../../contract/topics';
import { HIDDEN } from '../../contract/webhook';
import type { Database } from '../db/database';
import { hashOf } from '../secrets';
import type { Admission, ConnectAttempt } from './broker';
import type { DeviceIdentity } from './entry';
import { deviceOf } from './queries';
import { Throttle } from './throttle';

interface Parts {
  db: Database;
  metrics: Registry;
  now: () => number;
  admitted: (clientId: string, device: DeviceIdentity) => void;
  /** A device that exists was turned away. */
  refused: (device: DeviceIdentity, reason: Reason, attempt: ConnectAttempt) => void;
}

/** Wrong secrets per device and address; beyond this, connections are refused without a look into the database. */
const WRONG_TRIES = { max: 20, windowMs: 10_000 };
/** Connections with the secret of one device, by whatever name: more is a loop, or two devices with one secret. */
const DEVICE_CONNECTS = { max: 300, windowMs: MINUTE_MS };
/** The maps are cleared beyond this size. */
const MAX_KNOWN = 100_000;
/** Words of the characters of a secret (base64url). */
const WORD = /[\w-]+/g;
/** Refusals per address; beyond this, it is refused without a look into the database. High: a whole factory may share one address. */
const ADDRESS_REFUSALS = { max: 5000, windowMs: 10_000 };

/** Who may connect. @returns what the gate asks when a device wants to connect, is connected, and was disconnected */
export function openAdmission({ db, metrics, now, admitted, refused }: Parts) {
  const tries = new Throttle(WRONG_TRIES);
  const ofDevice = new Throttle(DEVICE_CONNECTS);
  const ofAddress = new Throttle(ADDRESS_REFUSALS);
  /** Devices beyond WRONG_TRIES: their refusals become events, too. */
  const spent = new Map<string, Admissible>();
  const admittedWith = new Map<string, string>();
  const refusals = new Counter({ name: 'mqtt_refused_total', help: 'Connections refused', labelNames: ['reason'], registers: [metrics] });

  async function admit(attempt: ConnectAttempt): Promise<Admission | undefined> {
    const { clientId, username, password, address } = attempt;
    const turnAway = (reason: string) => {
      refusals.inc({ reason });
      // A throttled connection costs nothing, so it does not count against other devices of the address.
      if (reason !== 'throttled') ofAddress.take(address, now());
      return undefined;
    };
    // Libraries generate a client id if none is set, so the user name is tried first.
    const names = parseClientId(username) ?? parseClientId(clientId);
    if (!names) return turnAway('malformed');
    const name = clientIdOf(names.appKey, names.sn);
    const pair = `${name} ${address}`;
    if (tries.isSpent(pair, now())) {
      const known = spent.get(pair);
      if (known) refused(known, 'too_many_tries', attempt);
      return turnAway('throttled');
    }
    if (ofAddress.isSpent(address, now())) return turnAway('throttled');

    const row = await deviceOf(db, names.appKey, names.sn);
    if (!row) return turnAway('unknown');
    const isNamed = clientId === name && username === name;
    const reason = reasonToRefuse(row, password, isNamed);
    if (reason === 'wrong_secret') {
      tries.take(pair, now());
      if (spent.size > MAX_KNOWN) spent.clear();
      if (tries.isSpent(pair, now())) spent.set(pair, row);
    }
    if (reason) {
      refused(row, reason, attempt);
      return turnAway(reason);
    }
    admitted(clientId, row);
    if (admittedWith.size > MAX_KNOWN) admittedWith.clear();
    admittedWith.set(clientId, row.secretHash);
    return { lastConnectedAt: row.connectedAt };
  }

  function reasonToRefuse(row: Admissible, password: string, isNamed: boolean): Reason | undefined {
    if (!isSecret(password, row.secretHash)) return 'wrong_secret';
    if (isShut(row)) return 'disabled';
    if (!ofDevice.take(`${row.deviceId}`, now())) return 'too_many_tries';
    return isNamed ? undefined : 'names_differ';
  }

  /** May a device stay, now that it is connected? Disabling it or resetting its secret since `admit` found no connection to end. */
  async function mayStay(clientId: string): Promise<boolean> {
    const { appKey = '', sn = '' } = parseClientId(clientId) ?? {};
    const row = await deviceOf(db, appKey, sn);
    const secretHash = admittedWith.get(clientId);
    admittedWith.delete(clientId);
    if (!row || isShut(row)) return false;
    return secretHash === undefined || secretHash === row.secretHash;
  }

  /** Why the platform ended a connection; brokers know only one reason, "kicked". */
  async function whyKicked(clientId: string, connectedAt: number | undefined): Promise<Reason> {
    const { appKey = '', sn = '' } = parseClientId(clientId) ?? {};
    const row = await deviceOf(db, appKey, sn);
    if (row && isShut(row)) return 'disabled';
    return row && row.secretResetAt >= (connectedAt ?? row.connectedAt) ? 'secret_reset' : 'kicked';
  }

  /** Censors the device's secret in a text from the client, which may have put it into a wrong field. */
  async function withoutSecret(clientId: string, text: string): Promise<string> {
    const { appKey = '', sn = '' } = parseClientId(clientId) ?? {};
    const row = await deviceOf(db, appKey, sn);
    return text.replace(WORD, (word) => (row && isSecret(word, row.secretHash) ? HIDDEN : word));
  }

  return { admit, mayStay, whyKicked, withoutSecret };
}

type Admissible = NonNullable<Awaited<ReturnType<typeof deviceOf>>>;

const isShut = ({ projectStatus, state }: Admissible) => projectStatus === 'disabled' || state === 'disabled';

function isSecret(password: string, secretHash: string) {
  return timingSafeEqual(Buffer.from(hashOf(password)), Buffer.from(secretHash));
}
