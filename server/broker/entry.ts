import type { EventType, Reason } from '../../contract/event';
import type { UpgradeProgress } from '../../contract/topics';
import type { NewEvent } from '../event/queries';
import type { ConnectionNews } from './online';

/** A device, as its messages name it. */
export interface DeviceIdentity {
  deviceId: number;
  applicationId: number;
  sn: string;
}

/** What happened to a device, before it has an id. */
export interface Happening {
  type: EventType;
  name?: string;
  /** JSON text. */
  data?: string;
  reason?: Reason;
  address?: string;
}

export interface Entry {
  device: DeviceIdentity;
  /** When the platform learnt of it, milliseconds since the epoch. */
  at: number;
  happening?: Happening;
  /** News of its connection; becomes an event only when it changes something. */
  news?: ConnectionNews & {
    address?: string;
    /** Where the device published what ended it. */
    topic?: string;
  };
  /** The version it says it runs. */
  packet?: { name: string; version: string };
  /** What its birth says of its camera, JSON; `null`: it has none. */
  camera?: string;
  /** How far it says it is with an upgrade. */
  progress?: UpgradeProgress;
}

export function eventRow(
  device: DeviceIdentity,
  at: number,
  { type, name = '', data = 'null', reason, address = '' }: Happening,
): NewEvent {
  const { deviceId, applicationId, sn } = device;
  return { deviceId, applicationId, sn, type, name, at, data, reason: reason ?? '', address };
}
