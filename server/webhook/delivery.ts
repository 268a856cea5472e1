import type { Bins } from '../bin/open';
import type { WebhookRow } from '../db/tables';
import type { Sealer } from '../seal';
import type { Sent } from './journal';
import type { Answered, Post } from './post';
import { extraHeaders, signingSecrets } from './secrets';
import { deliveryHeaders, sign } from './signature';

/** Never rejects: whatever goes wrong ends as an answer. */
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

/** What of a callback is sealed. */
interface Opened {
  secrets: string[];
  extra: Record<string, string>;
}

export function openDelivery({ post, bins, sealer, now }: Parts): Delivery {
  const opened = new WeakMap<WebhookRow, Opened>();

  /** @throws when the key is another one than they were sealed with */
  function open(webhook: WebhookRow, at: number): Opened {
    const known = opened.get(webhook) ?? { secrets: signingSecrets(sealer, webhook, at), extra: extraHeaders(sealer, webhook) };
    opened.set(webhook, known);
    return known;
  }

  async function send(webhook: WebhookRow, { messageId, body }: { messageId: string; body: string }, url?: string): Promise<Sent> {
    const at = now();
    const target = url ?? webhook.url;
    let own: Opened;
    try {
      own = open(webhook, at);
    } catch (error) {
      const answered: Answered = { response: null, durationMs: 0, error: 'secretUnreadable', errorDetail: (error as Error).message };
      return { at, url: target, signature: '', headerNames: [], answered };
    }
    const extra = url === undefined ? own.extra : {};
    const signature = sign(own.secrets, messageId, at, body);
    const outgoing = { url: target, headers: { ...extra, ...deliveryHeaders(messageId, at, signature) }, body };
    const answered = (await bins.deliver(webhook.applicationId, outgoing)) ?? (await post.send(outgoing));
    return { at, url: target, signature, headerNames: Object.keys(extra), answered };
  }

  return {
    deliver: (webhook, message) => send(webhook, message),
    replay: (webhook, message, url) => send(webhook, message, url),
  };
}
