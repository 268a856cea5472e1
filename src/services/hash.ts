import type { Hashed } from './hash.worker';

/** The hex SHA-256 of a file, computed in a worker. @throws Error if the file cannot be read any more, or `signal` aborts */
export function sha256Of(file: File, onRead: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')), { once: true });
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data: { read, sha256, failed } }: MessageEvent<Hashed>) => {
      onRead(read);
      if (sha256) resolve(sha256);
      if (failed) reject(new Error(failed));
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
