import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const SLICE_BYTES = 4 << 20;

/** Progress in bytes; the last message has the hex SHA-256. */
export interface Hashed {
  read: number;
  sha256?: string;
  failed?: string;
}

const say = (said: Hashed) => self.postMessage(said);

// Not `crypto.subtle.digest`, which needs the whole file in memory.
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    const hash = sha256.create();
    for (let at = 0; at < file.size; at += SLICE_BYTES) {
      hash.update(new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer()));
      say({ read: Math.min(file.size, at + SLICE_BYTES) });
    }
    say({ read: file.size, sha256: bytesToHex(hash.digest()) });
  } catch (error) {
    say({ read: 0, failed: String(error) });
  }
};
