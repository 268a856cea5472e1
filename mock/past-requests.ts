import { BIN_REQUESTS, type SignatureWorth } from '../contract/bin';
import { MINUTE_MS } from '../contract/duration';
import { insertMany } from '../server/db/bulk';
import type { Platform } from '../server/platform';
import { deliveryHeaders } from '../server/webhook/signature';

/** Fills a request bin with the latest deliveries, some of them altered as if they had been sent by hand. */
export async function addPastRequests({ db }: Platform, applicationId: number, host: string) {
  const sent = await db
    .selectFrom('callbackAttempt')
    .innerJoin('callbackRecord', 'callbackRecord.id', 'callbackAttempt.recordId')
    .select(['messageId', 'body', 'signature', 'at'])
    .where('applicationId', '=', applicationId)
    .where('status', '=', 'delivered')
    .where('callbackAttempt.error', '=', '')
    .orderBy('callbackAttempt.at', 'desc')
    .limit(BIN_REQUESTS)
    .execute();

  const rows = sent.reverse().map(({ messageId, body, signature, at }, place) => {
    const verified = worthOf(place);
    const signed =
      verified === 'unsigned'
        ? { 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' }
        : deliveryHeaders(messageId, at, signature);
    const text = verified === 'wrong-signature' ? body.replace('}', ',"by":"hand"}') : body;
    const bytes = Buffer.byteLength(text);
    return {
      applicationId,
      at: verified === 'stale' ? at + 42 * MINUTE_MS : at,
      headers: JSON.stringify({ host, ...signed, 'content-length': String(bytes) }),
      body: text,
      bytes,
      verified,
      status: 200,
    };
  });
  await insertMany(
    db,
    'binRequest',
    rows.sort((a, b) => a.at - b.at),
  );
}

function worthOf(place: number): SignatureWorth {
  if (place % 17 === 5) return 'unsigned';
  if (place % 23 === 9) return 'wrong-signature';
  return place % 29 === 3 ? 'stale' : 'valid';
}
