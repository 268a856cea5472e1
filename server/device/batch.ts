import { setImmediate as breathe } from 'node:timers/promises';
import { type DeviceDraft, type DeviceFilter, DeviceDraft as Draft, MAX_TAGS } from '../../contract/device';
import { ErrorCode, errorText, type Language } from '../../contract/errors';
import { issueLine, issueTexts } from '../../contract/field-text';
import type { Database } from '../db/database';
import { BusinessError } from '../errors';
import { hashOf, newSecret } from '../secrets';
import { parseStrictly } from '../strict';
import type { Outbox } from '../webhook/outbox';
import { describeDevices, devicesForUpdate, insertDevices, MAX_AT_ONCE } from './changes';
import { switchDevices } from './queries';
import { removeDevices } from './removal';
import { walk } from './walk';

/** Devices changed in one transaction; other calls are answered between two of them. */
const DEVICES_AT_ONCE = 250;
/** Of the devices that an act leaves as they are. */
const MOST_NAMED = 100;

/** Adds what is right of up to 1000 rows, in one transaction, and says of each other row what is wrong with it. */
export async function addDevices(db: Database, applicationId: number, rows: unknown[], language: Language, now: number) {
  const failed: { row: number; sn: string; code: number; message: string }[] = [];
  const taken = (row: number, sn: string) => ({ row, sn, code: ErrorCode.snTaken, message: errorText('snTaken', language) });
  const drafts = new Map<string, DeviceDraft & { row: number; secret: string; secretHash: string }>();

  rows.forEach((given, at) => {
    const row = at + 1;
    const { data, error } = parseStrictly(Draft, given);
    if (error)
      failed.push({ row, sn: givenSn(given), code: ErrorCode.invalidInput, message: issueLine(issueTexts(error, language), language) });
    else if (drafts.has(data.sn)) failed.push(taken(row, data.sn));
    else {
      const secret = newSecret();
      drafts.set(data.sn, { ...data, row, secret, secretHash: hashOf(secret) });
    }
  });

  const wanted = [...drafts.values()];
  const ids = wanted.length > 0 ? await insert(wanted) : new Map();
  for (const { row, sn } of wanted) if (!ids.has(sn)) failed.push(taken(row, sn));
  return {
    created: wanted.filter(({ sn }) => ids.has(sn)).map(({ sn, secret }) => ({ sn, secret })),
    failed: failed.sort((a, b) => a.row - b.row),
  };

  function insert(all: typeof wanted) {
    const devices = all.map(({ row: _, secret: __, ...device }) => device);
    return db.transaction().execute((trx) => insertDevices(trx, applicationId, devices, now));
  }
}

/**
 * Some devices by SN, or all that match a filter when the call begins, without those added later than was said; if they are as many as
 * was said, where it was said.
 */
export interface Selection {
  sns?: string[];
  filter?: DeviceFilter;
  upTo?: number;
  count?: number;
}

/** @returns how many devices a selection is of, to the last one */
export const countDevices = async (db: Database, applicationId: number, selection: Selection) =>
  (await idsOf(db, applicationId, selection)).length;

/** Deletes a selection. @returns how many there were @throws BusinessError selectionChanged */
export function removeMany(db: Database, outbox: Outbox, applicationId: number, selection: Selection, now: number) {
  return inChunks(db, applicationId, selection, (trx, ids) => removeDevices(trx, outbox, applicationId, ids, now));
}

/** Enables or disables a selection. @returns how many were not so before */
export function enableDevices(db: Database, applicationId: number, selection: Selection, enabled: boolean, now: number) {
  return inChunks(db, applicationId, selection, async (trx, ids) => {
    const devices = await devicesForUpdate(trx, applicationId, ids);
    return (await switchDevices(trx, devices, enabled, now)).length;
  });
}

/** Adds and removes tags of a selection. @returns how many devices changed, and how many would have had too many tags, and which */
export async function tagDevices(db: Database, applicationId: number, selection: Selection, add: string[], remove: string[]) {
  let skipped = 0;
  const skippedSns: string[] = [];
  const changed = await inChunks(db, applicationId, selection, async (trx, ids) => {
    const devices = await devicesForUpdate(trx, applicationId, ids);
    const changes = devices
      .map((device) => ({ device, to: { tags: [...new Set([...device.tags.filter((tag) => !remove.includes(tag)), ...add])] } }))
      .filter(({ device, to: { tags } }) => tags.join() !== device.tags.join());
    const fit = changes.filter(({ to: { tags } }) => tags.length <= MAX_TAGS);
    await describeDevices(trx, fit);
    const full = changes.filter((change) => !fit.includes(change));
    skipped += full.length;
    skippedSns.push(...full.map(({ device }) => device.sn).slice(0, MOST_NAMED - skippedSns.length));
    return fit.length;
  });
  return { changed, skipped, skippedSns };
}

/** Changes a selection a few devices at a time. @returns the sum of what `change` says it changed */
async function inChunks(
  db: Database,
  applicationId: number,
  selection: Selection,
  change: (trx: Database, ids: number[]) => Promise<number>,
) {
  const ids = await idsOf(db, applicationId, selection);
  let changed = 0;
  for (let from = 0; from < ids.length; from += DEVICES_AT_ONCE) {
    changed += await db.transaction().execute((trx) => change(trx, ids.slice(from, from + DEVICES_AT_ONCE)));
    await breathe();
  }
  return changed;
}

async function idsOf(db: Database, applicationId: number, { sns = [], filter, upTo, count }: Selection): Promise<number[]> {
  const ids: number[] = [];
  if (filter) for await (const { matching } of walk(db, applicationId, { ...filter, upTo })) for (const { id } of matching) ids.push(id);
  if (filter && count !== undefined && ids.length !== count) throw new BusinessError('selectionChanged', { values: { count: ids.length } });
  const unique = [...new Set(sns)];
  for (let from = 0; from < unique.length; from += MAX_AT_ONCE) {
    const rows = await db
      .selectFrom('device')
      .select('id')
      .where('applicationId', '=', applicationId)
      .where('sn', 'in', unique.slice(from, from + MAX_AT_ONCE))
      .execute();
    for (const { id } of rows) ids.push(id);
  }
  return ids;
}

const givenSn = (row: unknown) => String((row as { sn?: unknown } | null)?.sn ?? '').slice(0, 64);
