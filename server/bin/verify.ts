import { isUtf8 } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { SignatureWorth } from '../../contract/bin';
import { sign } from '../webhook/signature';

/** What receivers' libraries tolerate (Standard Webhooks 1.0.0). */
const TOLERANCE_MS = 300_000;

/** Verifies a request as a developer's own server should: over the bytes that arrived, with any of the secrets that are good now. */
export function worthOf(headers: Record<string, string>, body: Buffer, secrets: string[], now: number): SignatureWorth {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  if (!id || !timestamp || !signature) return 'unsigned';
  if (secrets.length === 0) return 'no-secret';
  if (!/^\d{1,12}$/.test(timestamp) || !isUtf8(body)) return 'wrong-signature';

  const at = Number(timestamp) * 1000;
  const expected = sign(secrets, id, at, body.toString()).split(' ');
  const given = signature.split(' ');
  if (!expected.some((one) => given.some((other) => isSame(one, other)))) return 'wrong-signature';
  return Math.abs(now - at) > TOLERANCE_MS ? 'stale' : 'valid';
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
