import { setImmediate as breathe } from 'node:timers/promises';
import type { Language } from '../../contract/errors';
import type { JsonObject } from '../../contract/merge-patch';
import type { Database } from '../db/database';
import { BusinessError } from '../errors';
import type { Sealer } from '../seal';
import { checkDocument } from './check';
import { readConfig } from './queries';
import { wholeOf } from './twin';

// Somebody waits for the answer while they type: it says how many it is about.
const MAX_CHECKED = 500;
const MAX_MS = 2000;
const MAX_NAMED = 10;

/** How many configurations of a project a schema would refuse. @throws BusinessError schemaTooSlow */
export async function fitting(db: Database, sealer: Sealer, applicationId: number, schema: JsonObject, language: Language) {
  const devices = await db
    .selectFrom('deviceConfig')
    .innerJoin('device', 'device.id', 'deviceConfig.deviceId')
    .select(['device.id', 'device.sn'])
    .where('device.applicationId', '=', applicationId)
    .where('deviceConfig.version', '>', 0)
    .orderBy('device.id')
    .limit(MAX_CHECKED + 1)
    .execute();
  const until = performance.now() + MAX_MS;
  const unfit: string[] = [];
  let checked = 0;
  for (const { id, sn } of devices.slice(0, MAX_CHECKED)) {
    if (performance.now() > until) break;
    const { state, secrets } = await readConfig(db, id, sealer);
    if (!meets(schema, wholeOf(state, secrets), language)) unfit.push(sn);
    checked += 1;
    await breathe();
  }
  return { checked, more: devices.length > checked, unfit: unfit.length, sns: unfit.slice(0, MAX_NAMED) };
}

function meets(schema: JsonObject, document: JsonObject, language: Language): boolean {
  try {
    checkDocument(schema, document, language);
    return true;
  } catch (error) {
    if (error instanceof BusinessError && error.reason === 'invalidInput') return false;
    throw error;
  }
}
