import type { CallbackType } from '../../contract/callback-event';
import type { Attempt } from '../../contract/webhook';
import type { Database } from '../db/database';
import type { WebhookRow } from '../db/tables';
import { asSent } from './answer';
import type { Delivery } from './delivery';
import { facetOf } from './facets';
import { attemptOf } from './journal';
import { exampleSn, newMessageId } from './message';
import { insertTest } from './queries';

/** Sends an example to a callback now, enabled or not, and records it. It is tried once, and changes nothing for the callback. */
export async function sendTest(
  { db, delivery }: { db: Database; delivery: Delivery },
  webhook: WebhookRow,
  type: CallbackType,
  body: string,
  now: number,
): Promise<Attempt & { recordId: string }> {
  const messageId = newMessageId(now);
  const sent = await delivery.deliver(webhook, { messageId, body });
  const { response, durationMs, error } = sent.answered;
  const status = error ? 'failed' : 'delivered';
  const responseStatus = response?.status ?? 0;
  await insertTest(
    db,
    {
      messageId,
      applicationId: webhook.applicationId,
      type,
      sn: exampleSn(type),
      status,
      attempts: 1,
      responseStatus,
      durationMs,
      error: error ?? '',
      dueAt: 0,
      facet: facetOf({ status, type, responseStatus }),
      test: 1,
      body,
      createdAt: now,
    },
    attemptOf({ ...sent, record: { id: 0 } }),
  );
  return { ...asSent({ id: 0, messageId, body }, sent), recordId: messageId };
}
