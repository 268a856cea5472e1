import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 32 random bytes, base64url: a token, a device's or a project's secret. Never one that begins with `-`: a command line takes that for an option. */
export function newSecret(): string {
  const secret = randomBytes(32).toString('base64url');
  return secret.startsWith('-') ? newSecret() : secret;
}

/** How a secret of 32 random bytes is kept: SHA-256, hex. Too long to guess, so it needs no salt; looked up by equality of hashes, so no comparison leaks time. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** 20 characters a–z, 0–9. */
export const newAppKey = (): string => Array.from({ length: 20 }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[randomInt(36)]).join('');

/** 6 digits. */
export const newMailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
