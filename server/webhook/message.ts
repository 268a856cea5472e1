import { randomUUID } from 'node:crypto';
import { type CallbackType, callbackTypes, SubscribedType } from '../../contract/callback-event';
import type { NewEvent } from '../event/queries';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** `msg_`, the time in 10 characters that sort, and 80 random bits: the receivers' key against repetitions, never used twice. */
export function newMessageId(at: number): string {
  let time = '';
  for (let left = at, digit = 0; digit < 10; digit++, left = Math.floor(left / 32)) time = CROCKFORD[left % 32] + time;
  // The parts of a UUID that are random throughout.
  const random = randomUUID();
  return `msg_${time}${random.slice(0, 8)}${random.slice(24)}`;
}

/** Is this something callbacks tell? */
export const isTold = ({ type }: NewEvent): boolean => (SubscribedType.options as string[]).includes(type);

/** The body of a callback about an event: JSON text. What a device says of its own is kept, but not who it is. */
export function bodyOf({ type, name, at, data, reason, address, sn }: NewEvent, appKey: string): string {
  const own = {
    appKey,
    sn,
    ...(type === 'device.event' && { name }),
    ...((type === 'device.online' || type === 'device.offline') && { address, ...(reason && { reason }) }),
  };
  return jsonOf(type as CallbackType, at, { ...own, ...(JSON.parse(data ?? 'null') as object | null), ...own });
}

/** The body of a test. */
export const exampleBody = (type: CallbackType, at: number, appKey: string): string =>
  jsonOf(type, at, { appKey, ...callbackTypes[type].example });

/** The serial number an example is about. */
export const exampleSn = (type: CallbackType): string => String(callbackTypes[type].example.sn ?? '');

const jsonOf = (type: CallbackType, at: number, data: object) => JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
