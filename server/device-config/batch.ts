import { setImmediate as breathe } from 'node:timers/promises';
import type { DeviceFilter } from '../../contract/device';
import { MAX_BATCH } from '../../contract/device';
import { type ErrorName, errors, errorText, type FailureDetail, type Language } from '../../contract/errors';
import type { Database } from '../db/database';
import { walk } from '../device/walk';
import { BusinessError } from '../errors';

/** The version a device has after a change, and whether the change made it. */
interface Made {
  version: number;
  isNew: boolean;
}

interface Outcome {
  changed: ({ sn: string } & Made)[];
  failed: { sn: string; code: number; message: string; details: FailureDetail[] }[];
}

/** Changes the configurations of some devices one after the other; what one refuses does not keep the others. */
export async function changeEach<T extends { sn: string }>(
  devices: Map<string, T | undefined>,
  language: Language,
  change: (device: T) => Promise<Made>,
): Promise<Outcome> {
  const outcome: Outcome = { changed: [], failed: [] };
  const fail = (sn: string, reason: ErrorName, details: FailureDetail[] = []) =>
    outcome.failed.push({ sn, code: errors[reason].code, message: errorText(reason, language), details });
  for (const [sn, device] of devices) {
    if (!device) fail(sn, 'notFound');
    else
      try {
        outcome.changed.push({ sn, ...(await change(device)) });
      } catch (error) {
        // A schema that is too slow is too slow for all of them.
        if (!(error instanceof BusinessError) || error.reason === 'schemaTooSlow') throw error;
        fail(sn, error.reason, error.refusal.details);
      }
    await breathe();
  }
  return outcome;
}

/** The devices of a selection by their SN; one that does not exist is undefined. @throws BusinessError when there are too many */
export async function selected(db: Database, applicationId: number, { sns, filter = {} }: { sns?: string[]; filter?: DeviceFilter }) {
  const wanted = sns ?? (await matching(db, applicationId, filter));
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('device')
    .select(['id as deviceId', 'applicationId', 'sn', 'state'])
    .where('applicationId', '=', applicationId)
    .where('sn', 'in', wanted)
    .execute();
  const known = new Map(rows.map((row) => [row.sn, row]));
  return new Map(wanted.map((sn) => [sn, known.get(sn)]));
}

async function matching(db: Database, applicationId: number, filter: DeviceFilter) {
  const sns: string[] = [];
  for await (const { matching } of walk(db, applicationId, filter)) {
    for (const { sn } of matching) sns.push(sn);
    if (sns.length > MAX_BATCH) throw new BusinessError('tooManyDevices', { values: { max: MAX_BATCH } });
  }
  return sns;
}
