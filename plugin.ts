import { readFileSync } from 'node:fs';
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

  // On a slow line the console's code comes seconds after its page: until then the mark stands where the loading page draws it.
  api.modifyHTML(($) => {
    // The dev server brings styles with the code.
    if (api.name === 'dev') return $;
    const mark = readFileSync('public/favicon.svg', 'utf8').replace(/<title>.*<\/title>/, '');
    $('#root').html(`<div class="loading-page" aria-hidden="true">${mark.replace('<svg', '<svg width="56" height="56"')}</div>`);
    return $;
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
