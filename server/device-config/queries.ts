import { type ConfigSchema, MAX_REVISIONS, type Reported, type Revision } from '../../contract/config';
import { defaultSchema } from '../../contract/config-default';
import type { Json, JsonObject } from '../../contract/merge-patch';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { DeviceConfigRow } from '../db/tables';
import type { Sealer } from '../seal';

/** A device's configuration as it is stored; one that was never configured has version 0. */
export interface Stored {
  version: number;
  /** Without the secrets. */
  state: JsonObject;
  /** Write-only values by their paths. */
  secrets: Record<string, Json>;
  /** Milliseconds since the epoch; 0: never. */
  updatedAt: number;
  updatedBy: string | null;
  note: string;
  reported: Reported | null;
  /** The version it last said it has; -1: it never did. */
  reportedVersion: number;
}

const NEVER: Omit<DeviceConfigRow, 'deviceId'> = {
  version: 0,
  state: '{}',
  secrets: '',
  updatedAt: 0,
  updatedBy: null,
  note: '',
  reported: '',
  reportedVersion: -1,
};

/** What a device's sealed secrets belong to. */
const sealedFor = (deviceId: number) => `configuration of device ${deviceId}`;

/** Keeps others from changing this device's configuration until the transaction ends. @returns is there such a device? */
export async function lockDevice(trx: Database, deviceId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('device')
    .select('id')
    .where('id', '=', deviceId)
    .$if(isPostgres(trx), (device) => device.forUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

export async function readConfig(db: Database, deviceId: number, sealer: Sealer): Promise<Stored> {
  const row = await db.selectFrom('deviceConfig').selectAll().where('deviceId', '=', deviceId).executeTakeFirst();
  return storedOf(row ?? { ...NEVER, deviceId }, sealer);
}

/** Of several devices, in their order. */
export async function readConfigs(db: Database, deviceIds: number[], sealer: Sealer): Promise<Stored[]> {
  if (deviceIds.length === 0) return [];
  const rows = await db.selectFrom('deviceConfig').selectAll().where('deviceId', 'in', deviceIds).execute();
  const known = new Map(rows.map((row) => [row.deviceId, row]));
  return deviceIds.map((deviceId) => storedOf(known.get(deviceId) ?? { ...NEVER, deviceId }, sealer));
}

function storedOf({ deviceId, state, secrets, reported, ...rest }: DeviceConfigRow, sealer: Sealer): Stored {
  return {
    ...rest,
    state: JSON.parse(state),
    secrets: secrets === '' ? {} : JSON.parse(sealer.open(secrets, sealedFor(deviceId))),
    reported: reported === '' ? null : JSON.parse(reported),
  };
}

/** The version that is wanted of a device; 0: none. */
export async function versionOf(db: Database, deviceId: number): Promise<number> {
  const row = await db.selectFrom('deviceConfig').select('version').where('deviceId', '=', deviceId).executeTakeFirst();
  return row?.version ?? 0;
}

type Wanted = Pick<Stored, 'version' | 'state' | 'secrets' | 'updatedAt' | 'updatedBy' | 'note'>;

/** Stores a new version with its place in the history, of which the oldest go. */
export async function saveWanted(
  trx: Database,
  deviceId: number,
  { secrets, ...wanted }: Wanted,
  history: { changedSecrets: string[]; restored: number | null },
  sealer: Sealer,
) {
  const state = JSON.stringify(wanted.state);
  const sealed = Object.keys(secrets).length === 0 ? '' : sealer.seal(JSON.stringify(secrets), sealedFor(deviceId));
  await save(trx, { deviceId, ...wanted, state, secrets: sealed });
  const changedSecrets = JSON.stringify(history.changedSecrets);
  await trx
    .insertInto('deviceConfigRevision')
    .values({ deviceId, ...wanted, state, changedSecrets, restored: history.restored })
    .execute();
  // Versions may have gaps (outgrow).
  const kept = trx.selectFrom('deviceConfigRevision').select('version').where('deviceId', '=', deviceId).orderBy('version', 'desc');
  await trx
    .deleteFrom('deviceConfigRevision')
    .where('deviceId', '=', deviceId)
    .where('version', '<=', kept.offset(MAX_REVISIONS).limit(1))
    .execute();
}

/** Gives the wanted version the number after the one its device has; what is wanted, by whom and why stays. */
export async function renumber(trx: Database, deviceId: number, { version }: Stored, has: number) {
  const numbered = { version: has + 1 };
  await trx.updateTable('deviceConfig').set(numbered).where('deviceId', '=', deviceId).execute();
  await trx.updateTable('deviceConfigRevision').set(numbered).where('deviceId', '=', deviceId).where('version', '=', version).execute();
}

/** Keeps which version a device says it has, before it was ever configured here. */
export const saveHas = (trx: Database, deviceId: number, reportedVersion: number) =>
  save(trx, { deviceId, updatedBy: null, reportedVersion }, ['reportedVersion']);

export const saveReported = (trx: Database, deviceId: number, reported: Reported) =>
  save(trx, { deviceId, updatedBy: null, reported: JSON.stringify(reported), reportedVersion: reported.version }, [
    'reported',
    'reportedVersion',
  ]);

type NewRow = Partial<DeviceConfigRow> & Pick<DeviceConfigRow, 'deviceId' | 'updatedBy'>;

async function save(trx: Database, row: NewRow, columns = Object.keys(row) as (keyof DeviceConfigRow)[]) {
  await trx
    .insertInto('deviceConfig')
    .values(row)
    .onConflict((known) => known.column('deviceId').doUpdateSet(Object.fromEntries(columns.map((column) => [column, row[column]]))))
    .execute();
}

/** The versions that are kept, the newest first. */
export async function revisionsOf(db: Database, deviceId: number): Promise<Revision[]> {
  const rows = await db
    .selectFrom('deviceConfigRevision')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .orderBy('version', 'desc')
    .limit(MAX_REVISIONS)
    .execute();
  return rows.map(({ deviceId: _, state, changedSecrets, updatedAt, ...rest }) => ({
    ...rest,
    state: JSON.parse(state),
    changedSecrets: JSON.parse(changedSecrets),
    updatedAt: new Date(updatedAt).toISOString(),
  }));
}

/** Of these devices, those that have not reported the version that is wanted of them. */
export async function behind(db: Database, deviceIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('deviceConfig')
    .select('deviceId')
    .where('deviceId', 'in', deviceIds)
    .whereRef('version', '>', 'reportedVersion')
    .where('version', '>', 0)
    .execute();
  return new Set(rows.map(({ deviceId }) => deviceId));
}

export async function schemaOf(db: Database, applicationId: number): Promise<ConfigSchema> {
  const row = await db.selectFrom('configSchema').selectAll().where('applicationId', '=', applicationId).executeTakeFirst();
  return row
    ? { schema: JSON.parse(row.schema), custom: true, updatedAt: new Date(row.updatedAt).toISOString() }
    : { schema: defaultSchema, custom: false, updatedAt: null };
}

/** @param schema undefined: the shipped one */
export async function setSchema(db: Database, applicationId: number, schema: JsonObject | undefined, now: number) {
  if (!schema) return void (await db.deleteFrom('configSchema').where('applicationId', '=', applicationId).execute());
  const row = { schema: JSON.stringify(schema), updatedAt: now };
  await db
    .insertInto('configSchema')
    .values({ applicationId, ...row })
    .onConflict((known) => known.column('applicationId').doUpdateSet(row))
    .execute();
}
