import type { SheetAnswer, SheetCall } from './import.worker';
import type { ImportSheet } from './sheet';

type Remote<T> = {
  [K in keyof T]: T[K] extends (...given: infer G) => infer A ? (...given: G) => Promise<Awaited<A>> : never;
};

/** A sheet whose rows are in a worker: each call is a message to it and an answer. */
export type RemoteSheet = Remote<ImportSheet> & { close: () => void };

export function openRemoteSheet(): RemoteSheet {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let calls = 0;

  worker.onmessage = ({ data: { id, answer } }: MessageEvent<SheetAnswer>) => {
    waiting.get(id)?.resolve(answer as never);
    waiting.delete(id);
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
  };

  const ask =
    (method: SheetCall['method']) =>
    (...given: unknown[]) =>
      new Promise<never>((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        worker.postMessage({ id: calls, method, given } satisfies SheetCall);
      });

  return {
    open: ask('open'),
    counts: ask('counts'),
    slice: ask('slice'),
    nextBatch: ask('nextBatch'),
    settle: ask('settle'),
    own: ask('own'),
    putBack: ask('putBack'),
    withoutSecret: ask('withoutSecret'),
    addSecrets: ask('addSecrets'),
    template: ask('template'),
    failedFile: ask('failedFile'),
    secretsFile: ask('secretsFile'),
    close: () => worker.terminate(),
  };
}
