/** A module of its own: Umi's vite builds the worker from exactly these words, as a file of this console (`worker-src 'self'`). */
export const openWorker = (): Worker => new Worker(new URL('./depth.worker.ts', import.meta.url), { type: 'module' });
