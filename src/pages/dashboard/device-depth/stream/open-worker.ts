/** Vite recognizes workers only by this exact expression. It emits a separate file, as required by the CSP (`worker-src 'self'`). */
export const openWorker = (): Worker => new Worker(new URL('./depth.worker.ts', import.meta.url), { type: 'module' });
