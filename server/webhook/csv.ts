import type { CallbackRecord } from '../../contract/webhook';
import type { CallbackRecordRow } from '../db/tables';
import { csvLine } from '../device/csv';
import { asRecord } from './answer';

const COLUMNS = [
  'id',
  'type',
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
export async function* csvOfRecords(slices: AsyncIterable<CallbackRecordRow[]>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine([...COLUMNS, 'payload'])}`;
  for await (const rows of slices) yield rows.map(lineOf).join('');
}

function lineOf(row: CallbackRecordRow): string {
  const record = asRecord(row);
  return csvLine([...COLUMNS.map((column) => String(record[column] ?? '')), row.body]);
}
