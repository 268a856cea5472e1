import { REQUEST_CACHE_MS } from '../../config/defaults';

/** Caches reads for a while, so that repeated ones share a request. Failed reads are not cached. */
export function createReadCache({ ttlMs = REQUEST_CACHE_MS } = {}) {
  const reads = new Map<string, { at: number; answer: Promise<unknown> }>();

  function read<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const now = Date.now();
    for (const [old, { at }] of reads) if (now - at >= ttlMs) reads.delete(old);
    const kept = reads.get(key);
    if (kept) return kept.answer as Promise<T>;
    const answer = ask();
    reads.set(key, { at: now, answer });
    // Unless it was forgotten, and asked again, meanwhile.
    answer.catch(() => reads.get(key)?.answer === answer && reads.delete(key));
    return answer;
  }

  return { read, clear: () => reads.clear() };
}
