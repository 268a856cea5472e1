import type { WebhookRow } from '../db/tables';
import type { Sealer } from '../seal';

/** What of a callback is sealed. Bound to its project: copied to another row it cannot be opened. */
export const aboutSecret = (applicationId: number): string => `webhook secret ${applicationId}`;
export const aboutHeaders = (applicationId: number): string => `webhook headers ${applicationId}`;

/** The secrets that sign at a time, the newest first. @throws when the key is another one than they were sealed with */
export function signingSecrets(sealer: Sealer, { applicationId, secret, oldSecret, oldSecretUntil }: WebhookRow, now: number): string[] {
  const sealed = oldSecretUntil > now ? [secret, oldSecret] : [secret];
  return sealed.map((one) => sealer.open(one, aboutSecret(applicationId)));
}

/** @throws as `signingSecrets` */
export const extraHeaders = (sealer: Sealer, { applicationId, headers }: WebhookRow): Record<string, string> =>
  JSON.parse(sealer.open(headers, aboutHeaders(applicationId)));
