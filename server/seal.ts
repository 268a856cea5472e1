import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keeps texts that have to be read again, unreadable to whoever has only the database. */
export interface Sealer {
  /** @param about what it belongs to: opened for anything else, it is refused */
  seal(text: string, about: string): string;
  /** @throws Error when it was sealed with another key, for something else, or changed since */
  open(sealed: string, about: string): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM (NIST SP 800-38D): base64 of nonce, tag and ciphertext. @param key 32 bytes */
export function openSealer(key: Buffer): Sealer {
  return {
    seal(text, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
      const ciphertext = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
