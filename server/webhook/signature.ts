import { createHmac, randomBytes } from 'node:crypto';

/** A secret of Standard Webhooks 1.0.0: `whsec_` and the base64 of 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`; of several secrets, with spaces between. @param at milliseconds since the epoch */
export function sign(secrets: readonly string[], id: string, at: number, body: string): string {
  const signed = `${id}.${secondsOf(at)}.${body}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`).join(' ');
}

/** The headers of a delivery. The same for what is sent and for what is shown afterwards. */
export const deliveryHeaders = (id: string, at: number, signature: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': USER_AGENT,
  'webhook-id': id,
  'webhook-timestamp': String(secondsOf(at)),
  'webhook-signature': signature,
});

const USER_AGENT = 'IoT-Base-Callbacks/1.0 (+https://www.standardwebhooks.com)';

const secondsOf = (at: number) => Math.floor(at / 1000);
const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
