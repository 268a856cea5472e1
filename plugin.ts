import { Server } from 'node:http';
import type { IApi } from '@umijs/max';
import { isMock } from './config/proxy';

export default (api: IApi) => {
  if (api.name === 'dev') listenOnlyAt(process.env.HOST || '127.0.0.1');

  // Umi's vite build ends with 0 when it failed, and leaves a page without scripts.
  api.onBuildComplete(({ err }) => {
    if (!err) return;
    process.stderr.write(`${String(err.stack ?? err)}\n`);
    process.exit(1);
  });

  // The platform in memory stands before the dev server: what is its own it answers, with WebSockets and uploads as they come.
  api.addBeforeMiddlewares(async () => {
    if (api.name !== 'dev' || !isMock) return [];
    const { require: load } = await import('tsx/cjs/api');
    const { openMock } = load('./mock/platform.ts', __filename) as typeof import('./mock/platform');
    return [openMock().handle];
  });
};

/** Umi's Vite server and its hot reload name no host: they would be reached from everywhere, and the mock's passwords are printed. */
function listenOnlyAt(host: string) {
  const { listen } = Server.prototype;
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    const [port, at, ...rest] = args;
    const named = typeof port !== 'number' || typeof at === 'string' ? args : [port, host, ...[at, ...rest].filter(Boolean)];
    return Reflect.apply(listen, this, named);
  };
}
