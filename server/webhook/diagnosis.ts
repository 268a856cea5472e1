import type { Database } from '../db/database';
import type { WebhookRow } from '../db/tables';
import { BusinessError } from '../errors';
import type { Sealer } from '../seal';
import { attemptsOf } from './answer';
import { examine, type Finding, lowerCased, parseHeaders, type Received, type Truth } from './doctor';
import { recordByMessage } from './queries';
import { aboutSecret } from './secrets';

type Question = Omit<Received, 'receivedAt'> & { recordId?: string; receivedAt?: string };

/** Compares what a receiver got with what this project sent, as far as it is still known. @throws BusinessError noSuchRecord */
export async function diagnose(db: Database, sealer: Sealer, row: WebhookRow, question: Question): Promise<Finding> {
  const { recordId, headers = {}, receivedAt, ...rest } = question;
  const { 'webhook-id': pastedId } = typeof headers === 'string' ? parseHeaders(headers) : lowerCased(headers);
  const id = recordId ?? pastedId;
  const record = id === undefined ? undefined : await recordByMessage(db, row.applicationId, id);
  if (recordId !== undefined && !record) throw new BusinessError('noSuchRecord', { at: 'body.recordId' });

  const open = (sealed: string) => (sealed ? sealer.open(sealed, aboutSecret(row.applicationId)) : undefined);
  const received = { ...rest, headers: question.headers, ...(receivedAt && { receivedAt: Date.parse(receivedAt) }) };
  const truth = record && (await truthOf(db, record));
  return examine(received, truth, { current: open(row.secret) as string, old: open(row.oldSecret) });
}

async function truthOf(db: Database, row: NonNullable<Awaited<ReturnType<typeof recordByMessage>>>): Promise<Truth> {
  const attempts = await attemptsOf(db, row);
  return {
    id: row.messageId,
    body: row.body,
    attempts: attempts
      .filter(({ error }) => error !== 'interrupted')
      .map(({ at, request, response, durationMs }) => {
        const receiverAt = Date.parse(response?.headers.date ?? '') - durationMs;
        return {
          at: Date.parse(at),
          signature: request.headers['webhook-signature'] ?? '',
          ...(Number.isFinite(receiverAt) && { receiverAt }),
        };
      }),
  };
}
