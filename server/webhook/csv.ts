import type { CallbackRecord } from '../../contract/webhook';
import type { Database } from '../db/database';
import type { CallbackRecordRow } from '../db/tables';
import { csvLine } from '../device/csv';
import { asRecords } from './answer';

const COLUMNS = [
  'id',
  'type',
  'name',
  'sn',
  'status',
  'attempts',
  'responseStatus',
  'durationMs',
  'error',
  'nextAttemptAt',
  'test',
  'createdAt',
] as const satisfies (keyof CallbackRecord)[];

/** Records as a file: byte order mark, header, a line each, with the payload at the end. */
export async function* csvOfRecords(db: Database, slices: AsyncIterable<CallbackRecordRow[]>, now: () => number): AsyncGenerator<string> {
  yield `\uFEFF${csvLine([...COLUMNS, 'payload'])}`;
  for await (const rows of slices) {
    const records = await asRecords(db, rows, now());
    yield records.map((record, n) => lineOf(record, rows[n]?.body ?? '')).join('');
  }
}

const lineOf = (record: CallbackRecord, payload: string) => csvLine([...COLUMNS.map((column) => String(record[column] ?? '')), payload]);
