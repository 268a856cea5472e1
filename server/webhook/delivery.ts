import type { Bins } from '../bin/open';
import type { WebhookRow } from '../db/tables';
import type { Sealer } from '../seal';
import type { Sent } from './journal';
import type { Answered, Post } from './post';
import { extraHeaders, signingSecrets } from './secrets';
import { deliveryHeaders, sign } from './signature';

export interface Delivery {
  /** Signs a message and sends it to the callback's URL. */
  deliver(webhook: WebhookRow, message: { messageId: string; body: string }): Promise<Sent>;
  /** The same to another URL, which gets none of the extra headers: they are for the callback's own server. */
  replay(webhook: WebhookRow, message: { messageId: string; body: string }, url: string): Promise<Sent>;
}

interface Parts {
  post: Post;
  /** Before the network: a project's own bin is no address to dial. */
  bins: Bins;
  sealer: Sealer;
  now: () => number;
}

export function openDelivery({ post, bins, sealer, now }: Parts): Delivery {
  const opened = new WeakMap<WebhookRow, { secrets: string[]; extra: Record<string, string> }>();

  function open(webhook: WebhookRow, at: number) {
    const known = opened.get(webhook) ?? { secrets: signingSecrets(sealer, webhook, at), extra: extraHeaders(sealer, webhook) };
    opened.set(webhook, known);
    return known;
  }

  async function send(webhook: WebhookRow, { messageId, body }: { messageId: string; body: string }, url?: string): Promise<Sent> {
    const at = now();
    const target = url ?? webhook.url;
    try {
      const { secrets, extra } = open(webhook, at);
      const own = url === undefined ? extra : {};
      const signature = sign(secrets, messageId, at, body);
      const headers = { ...own, ...deliveryHeaders(messageId, at, signature) };
      const outgoing = { url: target, headers, body };
      const answered = (await bins.deliver(webhook.applicationId, outgoing)) ?? (await post.send(outgoing));
      return { at, url: target, signature, headerNames: Object.keys(own), answered };
    } catch (error) {
      const answered: Answered = { response: null, durationMs: 0, error: 'secretUnreadable', errorDetail: (error as Error).message };
      return { at, url: target, signature: '', headerNames: [], answered };
    }
  }

  return {
    deliver: (webhook, message) => send(webhook, message),
    replay: (webhook, message, url) => send(webhook, message, url),
  };
}
