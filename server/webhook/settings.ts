import { HOUR_MS } from '../../contract/duration';
import type { WebhookDraft } from '../../contract/webhook';
import type { Database } from '../db/database';
import type { WebhookRow } from '../db/tables';
import type { Sealer } from '../seal';
import { replaceSecret, saveWebhook, webhookOf } from './queries';
import { aboutHeaders, aboutSecret } from './secrets';
import { newWebhookSecret } from './signature';

/** Sets or replaces a project's callback. @returns its secret too when it is the first one */
export async function save(
  db: Database,
  sealer: Sealer,
  applicationId: number,
  { url, events, headers, status }: WebhookDraft,
  now: number,
): Promise<{ row: WebhookRow; secret?: string }> {
  const secret = newWebhookSecret();
  const sealed = sealer.seal(secret, aboutSecret(applicationId));
  const row = await saveWebhook(db, {
    applicationId,
    url,
    events: JSON.stringify(events),
    headers: sealer.seal(JSON.stringify(headers), aboutHeaders(applicationId)),
    status,
    disabledReason: '',
    secret: sealed,
    secretHint: hintOf(secret),
    createdAt: now,
    updatedAt: now,
  });
  return { row, ...(row.secret === sealed && { secret }) };
}

/** Makes a new secret; the one so far signs as well for the overlap. @returns undefined when there is no callback */
export async function rotate(db: Database, sealer: Sealer, applicationId: number, overlapHours: number, now: number) {
  if (!(await webhookOf(db, applicationId))) return undefined;
  const secret = newWebhookSecret();
  const sealed = sealer.seal(secret, aboutSecret(applicationId));
  await replaceSecret(db, applicationId, sealed, hintOf(secret), now + overlapHours * HOUR_MS, now);
  return secret;
}

const hintOf = (secret: string) => `whsec_…${secret.replace(/=+$/, '').slice(-4)}`;
