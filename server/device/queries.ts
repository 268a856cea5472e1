import type { z } from 'zod';
import type { Device, DeviceChanges, DeviceDraft } from '../../contract/device';
import type { Database } from '../db/database';
import type { DeviceRow } from '../db/tables';
import type { Outbox } from '../webhook/outbox';
import { describeDevices, devicesForUpdate, insertDevices, setDeviceStates } from './changes';
import { removeDevices } from './removal';

export function deviceBySn(db: Database, applicationId: number, sn: string): Promise<DeviceRow | undefined> {
  return db.selectFrom('device').selectAll().where('applicationId', '=', applicationId).where('sn', '=', sn).executeTakeFirst();
}

/** Adds a device. @returns undefined when the SN exists already */
export function addDevice(db: Database, applicationId: number, draft: DeviceDraft & { secretHash: string }, now: number) {
  return db.transaction().execute(async (trx) => {
    const ids = await insertDevices(trx, applicationId, [draft], now);
    return ids.size > 0 ? deviceBySn(trx, applicationId, draft.sn) : undefined;
  });
}

/** Changes what is given of a device. @returns undefined when there is no such device */
export function changeDevice(db: Database, applicationId: number, sn: string, changes: z.output<typeof DeviceChanges>, now: number) {
  return db.transaction().execute(async (trx) => {
    const [device] = await lockedDevice(trx, applicationId, sn);
    if (!device) return undefined;
    const { enabled, ...to } = changes;
    if (Object.values(to).some((value) => value !== undefined)) await describeDevices(trx, [{ device, to }]);
    if (enabled !== undefined) await switchDevices(trx, [device], enabled, now);
    return deviceBySn(trx, applicationId, sn);
  });
}

/** @returns was there one? */
export function removeDevice(db: Database, outbox: Outbox, applicationId: number, sn: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const [device] = await lockedDevice(trx, applicationId, sn);
    return device ? (await removeDevices(trx, outbox, applicationId, [device.id], now)) > 0 : false;
  });
}

/** @returns was there such a device? */
export async function setDeviceSecret(db: Database, applicationId: number, sn: string, secretHash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ secretHash, secretResetAt: now })
    .where('applicationId', '=', applicationId)
    .where('sn', '=', sn)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Enables or disables devices; an enabled one is offline since it was last there, or inactive when it was never seen.
 * @returns those that were not so before
 */
export async function switchDevices(trx: Database, devices: Awaited<ReturnType<typeof devicesForUpdate>>, enabled: boolean, now: number) {
  const others = devices.filter(({ state }) => (state === 'disabled') === enabled);
  await setDeviceStates(
    trx,
    others.map(({ id, applicationId, state, lastSeenAt }) => ({
      id,
      applicationId,
      from: state,
      ...(!enabled
        ? { to: 'disabled', since: now }
        : lastSeenAt > 0
          ? { to: 'offline', since: lastSeenAt }
          : { to: 'inactive', since: now }),
    })),
  );
  return others;
}

/** What is shown of a device, and how it is told apart. */
export const shownColumns = [
  'id',
  'sn',
  'name',
  'remark',
  'tags',
  'state',
  'stateSince',
  'address',
  'packetName',
  'packetVersion',
  'lastSeenAt',
  'createdAt',
] as const satisfies (keyof DeviceRow)[];
export type ShownDevice = Pick<DeviceRow, (typeof shownColumns)[number]>;

/** A device as the contract shows it. */
export function asDevice(row: Omit<ShownDevice, 'id'>): Device {
  const { sn, name, remark, tags, state, stateSince, address, packetName, packetVersion, lastSeenAt, createdAt } = row;
  return {
    sn,
    name,
    remark,
    tags: JSON.parse(tags),
    enabled: state !== 'disabled',
    state,
    stateSince: new Date(stateSince).toISOString(),
    address,
    packetName,
    packetVersion,
    lastSeenAt: lastSeenAt > 0 ? new Date(lastSeenAt).toISOString() : null,
    createdAt: new Date(createdAt).toISOString(),
  };
}

async function lockedDevice(trx: Database, applicationId: number, sn: string) {
  const device = await deviceBySn(trx, applicationId, sn);
  return device ? devicesForUpdate(trx, applicationId, [device.id]) : [];
}
