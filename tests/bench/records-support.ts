import type { CallbackType } from '../../contract/callback-event';
import type { RecordFilter, RecordStatus } from '../../contract/webhook';
import type { Database } from '../../server/db/database';
import { facetOf } from '../../server/webhook/facets';
import { newMessageId } from '../../server/webhook/message';

const STARTED_AT = Date.UTC(2026, 0, 1);
const STEP_MS = 2000;
const at = (n: number) => new Date(STARTED_AT + n * STEP_MS).toISOString();

/** Filters with many, few and no matches. */
export const FILTERS: RecordFilter[] = [
  {},
  { status: 'delivered' },
  { status: 'failed' },
  { status: 'failed', type: 'device.offline' },
  { status: 'failed', responseStatus: '503' },
  { responseStatus: '5xx' },
  { responseStatus: 'none' },
  { type: 'device.config.rejected' },
  { sn: 'CAM-7' },
  { sn: 'BUSY' },
  { sn: 'BUSY', status: 'failed' },
  { sn: 'BUSY', responseStatus: '404' },
  { sn: 'NOBODY' },
  { from: at(400_000), to: at(400_500) },
  { from: at(100_000), to: at(900_000), status: 'delivered' },
  { from: at(999_000), type: 'device.event', responseStatus: '2xx' },
];

const TYPES: CallbackType[] = ['device.online', 'device.offline', 'device.event', 'device.config.applied', 'device.config.rejected'];
const CODES = [500, 502, 503, 404, 0];

/** Inserts records as in a busy project: two seconds apart, most delivered, and some devices much busier than others. */
export async function fillRecords(db: Database, applicationId: number, count: number) {
  for (let from = 0; from < count; from += 50_000) {
    await db.transaction().execute(async (trx) => {
      for (let n = from; n < Math.min(count, from + 50_000); n += 1000) {
        const rows = Array.from({ length: Math.min(1000, count - n) }, (_, i) => recordOf(applicationId, n + i));
        await trx.insertInto('callbackRecord').values(rows).execute();
      }
    });
  }
}

function recordOf(applicationId: number, n: number) {
  const createdAt = STARTED_AT + n * STEP_MS;
  const isFailed = n % 31 === 0;
  const status: RecordStatus = isFailed ? 'failed' : 'delivered';
  const type = n % 9973 === 0 ? 'device.config.rejected' : (TYPES[n % 4] as CallbackType);
  const responseStatus = isFailed ? (CODES[n % CODES.length] as number) : 200;
  return {
    messageId: newMessageId(createdAt),
    applicationId,
    type,
    sn: n % 3 === 0 ? 'BUSY' : `CAM-${n % 5000}`,
    status,
    tries: 1,
    attempts: 1,
    responseStatus,
    durationMs: 20,
    error: isFailed ? ('serverError' as const) : ('' as const),
    dueAt: 0,
    facet: facetOf({ status, type, responseStatus }),
    body: JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data: { n } }),
    createdAt,
  };
}
